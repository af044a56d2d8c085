import { sql } from 'kysely'
import { type AoiDraft, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'

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

/** The region that the author chose, else the one that contains the place. */
export const regionOf = async (db: Db, report: LocatedDraft) => {
  const chosen = await chosenRegion(db, report)
  if (chosen) return { regionId: chosen, isRegionChosen: true }
  const { lng, lat } = report.draft.startCoordinates
  return { regionId: await regionAt(db, report.serviceId, [lng, lat]), isRegionChosen: false }
}

export const placeInRegions = async (
  db: Db,
  serviceId: string,
  [west, south, east, north]: readonly [number, number, number, number],
): Promise<void> => {
  await sql`
    update aoi set region_id = found.region_id, is_region_chosen = false
    from (
      select a.id, (
        select r.id from region r where r.service_id = ${serviceId}
          and a.place[0] between r.west and r.east and a.place[1] between r.south and r.north and r.outline @> a.place
        order by (r.east - r.west) * (r.north - r.south) limit 1) as region_id
      from aoi a where a.service_id = ${serviceId} and (not a.is_region_chosen or a.region_id is null)
        and a.place <@ box(point(${west}, ${south}), point(${east}, ${north}))
    ) found
    where aoi.id = found.id and aoi.region_id is distinct from found.region_id`.execute(db)
}
