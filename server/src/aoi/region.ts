import { sql } from 'kysely'
import { type AoiDraft, Problem } from '#contract'
import type { Db } from '../db/database.ts'

/** The smallest region of the service in which the place lies. */
export const regionOfPlace = (serviceId: string, [lng, lat]: readonly [number, number]) => sql<{ id: string }>`
    select id from region where service_id = ${serviceId} and ${lng} between west and east and ${lat} between south and north
      and outline @> point(${lng}, ${lat})
    order by (east - west) * (north - south) limit 1`

export const regionAt = async (
  db: Db,
  serviceId: string,
  lngLat: readonly [number, number],
): Promise<string | null> => {
  const { rows } = await regionOfPlace(serviceId, lngLat).execute(db)
  return rows[0]?.id ?? null
}

type LocatedDraft = { draft: Pick<AoiDraft, 'region' | 'startCoordinates'>; serviceId: string }

/** The region that the author chose; undefined if the place decides. */
export const chosenRegion = async (db: Db, { draft, serviceId }: LocatedDraft) => {
  const chosen = [draft.region].flat()[0]
  if (!chosen) return undefined
  const region = await db
    .selectFrom('region')
    .select('id')
    .where('id', '=', chosen)
    .where('serviceId', '=', serviceId)
    .executeTakeFirst()
  if (!region) throw new Problem('invalid', { fields: { region: 'form.invalid' } })
  return chosen
}

/** The author's choice if there is one, else the region in which the place lies. */
export const regionOf = async (db: Db, report: LocatedDraft) => {
  const chosen = await chosenRegion(db, report)
  if (chosen) return { regionId: chosen, isRegionChosen: true }
  const { lng, lat } = report.draft.startCoordinates
  return { regionId: await regionAt(db, report.serviceId, [lng, lat]), isRegionChosen: false }
}
