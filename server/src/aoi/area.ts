import { type AoiChange, areaProblems, Problem } from '#contract'
import type { Db } from '../db/database.ts'
import { refreshAreas } from './area-status.ts'
import { chooseSensors, placeSensors } from './areas.ts'
import type { Report } from './report/report.ts'
import { storeAoi } from './report/store.ts'

type Shape = Pick<AoiChange, 'radiusMetres' | 'coordinates' | 'takesSensorsInside'>

/** A circle or a polygon: what was sent replaces the other. */
const shapeOf = ({ radiusMetres, coordinates, takesSensorsInside }: Shape) => ({
  ...(coordinates && { coordinates: JSON.stringify(coordinates), radiusMetres: null }),
  ...(!coordinates && radiusMetres !== undefined && { radiusMetres }),
  ...(!coordinates && (radiusMetres || coordinates === null) && { coordinates: null }),
  ...(takesSensorsInside !== undefined && { takesSensorsInside }),
})

/** Who belongs to the area, and what it therefore says. */
export const gather = async (db: Db, areaId: string, sensors?: readonly string[]): Promise<void> => {
  if (sensors) await chooseSensors(db, areaId, sensors)
  await placeSensors(db, { areaIds: [areaId] })
  await refreshAreas(db, [areaId], new Date())
}

/** Stores a sensor area with its sensors, or finds the one that this very form made before. */
export const createArea = async (db: Db, report: Report): Promise<{ id: string; isNew: boolean }> => {
  const fields = areaProblems(report.draft)
  if (Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
  const { sensors, ...draft } = report.draft
  const columns = { kind: 'sensor' as const, status: 'OK' as const, statusAt: new Date(), ...shapeOf(draft) }
  return storeAoi(db, { ...report, draft: { ...report.draft, publicAction: undefined } }, columns, {
    more: (id) => gather(db, id, sensors),
  })
}

/** Changes what only areas have, as far as it was sent: their shape and their sensors. */
export const changeArea = async (db: Db, id: string, change: AoiChange): Promise<void> => {
  const shape = shapeOf(change)
  if (Object.keys(shape).length > 0) await db.updateTable('aoi').set(shape).where('id', '=', id).execute()
  await gather(db, id, change.sensors)
}
