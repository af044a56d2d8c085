import type { AoiChange } from '#contract'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { refreshAreas } from './area-status.ts'
import { chooseSensors, placeSensors } from './areas.ts'
import type { Report } from './report/report.ts'
import { type StoredAoi, storeAoi } from './report/store.ts'

type Shape = Pick<AoiChange, 'radiusMetres' | 'coordinates' | 'takesSensorsInside'>

/** Radius of an area sent without shape and sensors. */
const DEFAULT_RADIUS_METRES = 100

const shapeOf = ({ radiusMetres, coordinates, takesSensorsInside }: Shape) => ({
  ...(coordinates && { coordinates: JSON.stringify(coordinates), radiusMetres: null }),
  ...(!coordinates && radiusMetres !== undefined && { radiusMetres }),
  ...(!coordinates && (radiusMetres || coordinates === null) && { coordinates: null }),
  ...(takesSensorsInside !== undefined && { takesSensorsInside }),
})

/** Updates the sensors of an area and, from them, its status. */
export const gather = async (db: Db, areaId: string, sensors?: readonly string[]): Promise<void> => {
  if (sensors) await chooseSensors(db, areaId, sensors)
  await placeSensors(db, { areaIds: [areaId] })
  await refreshAreas(db, [areaId], databaseTime())
}

export const createArea = async (db: Db, report: Report): Promise<StoredAoi> => {
  const { sensors = [], ...draft } = report.draft
  const isBare = !draft.radiusMetres && !draft.coordinates && sensors.length === 0
  const shape = shapeOf(isBare ? { ...draft, radiusMetres: DEFAULT_RADIUS_METRES } : draft)
  const columns = { kind: 'sensor' as const, status: 'OK' as const, statusAt: databaseTime(), ...shape }
  return storeAoi(db, { ...report, draft: { ...report.draft, publicAction: undefined } }, columns, {
    more: (id) => gather(db, id, sensors),
  })
}

export const changeArea = async (db: Db, id: string, change: AoiChange): Promise<void> => {
  const shape = shapeOf(change)
  if (Object.keys(shape).length > 0) await db.updateTable('aoi').set(shape).where('id', '=', id).execute()
  await gather(db, id, change.sensors)
}
