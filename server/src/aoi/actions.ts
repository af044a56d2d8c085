import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { eraseInBatches, isLongAgo } from '../db/erase.ts'
import { publish } from '../live/outbox.ts'
import { searchTextOf } from '../search/meaning.ts'
import { answersOf } from './change.ts'

/**
 * Erases AOIs that were deleted 30 days ago, with everything that belongs to them. What servers hold of them in memory
 * goes by the messages.
 */
export const forgetDeleted = async (db: Db): Promise<number> => {
  const services = await db.selectFrom('aoi').select('serviceId').distinct().where(isLongAgo('deletedAt')).execute()
  let erased = 0
  for (const { serviceId } of services)
    erased += await eraseInBatches(
      db,
      'aoi',
      sql`service_id = ${serviceId} and ${isLongAgo('deleted_at')}`,
      (transaction, aoiIds) => publish(transaction, { serviceId, message: { type: 'AOI_UPDATED', serviceId, aoiIds } }),
    )
  return erased
}

/** All AOIs of a deleted service. What is held of them in memory goes by the message. */
export const eraseOfService = (db: Db, serviceId: string): Promise<number> =>
  eraseInBatches(db, 'aoi', sql`service_id = ${serviceId}`, (transaction, aoiIds) =>
    publish(transaction, { serviceId, message: { type: 'AOI_UPDATED', serviceId, aoiIds } }),
  )

/**
 * What a visitor reported stays as if it had been sent without a name, and is no longer found by it. Returns the ids of
 * its reports.
 */
export const eraseVisitorName = async (db: Db, visitorId: string): Promise<string[]> => {
  const reports = await db
    .updateTable('aoi')
    .set({ isAnonymous: true, visitorId: null })
    .where('visitorId', '=', visitorId)
    .returning(['id', 'name', 'descriptionText'])
    .execute()
  for (const { id, name, descriptionText } of reports) {
    const answers = (await answersOf(db, id)).map(({ value }) => value)
    const searchText = searchTextOf({ name, descriptionText, answers })
    await db.updateTable('aoi').set({ searchText }).where('id', '=', id).execute()
  }
  return reports.map(({ id }) => id)
}

/**
 * Assigns the AOIs within these bounds to their regions anew, unless the author chose a region that still
 * exists. Returns the ids of the AOIs whose region changed.
 */
export const placeInRegions = async (
  db: Db,
  serviceId: string,
  [west, south, east, north]: readonly [number, number, number, number],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update aoi set region_id = found.region_id, is_region_chosen = false
    from (
      select a.id, (
        select r.id from region r where r.service_id = ${serviceId}
          and a.place[0] between r.west and r.east and a.place[1] between r.south and r.north and r.outline @> a.place
        order by (r.east - r.west) * (r.north - r.south) limit 1) as region_id
      from aoi a where a.service_id = ${serviceId} and (not a.is_region_chosen or a.region_id is null)
        and a.place <@ box(point(${west}, ${south}), point(${east}, ${north}))
    ) found
    where aoi.id = found.id and aoi.region_id is distinct from found.region_id
    returning aoi.id`.execute(db)
  return rows.map(({ id }) => id)
}

export { followSensors, refreshAreas } from './area-status.ts'
export { coverAoiWords, replaceAoiImage } from './cover.ts'
export { lockFamilies, mergedInto, mergeReports, separateReports } from './merge.ts'
export { recordAoiChange } from './record-change.ts'
export { receiveReport } from './report/receive.ts'
export type { Report } from './report/report.ts'
export { identifyReport } from './report/store.ts'
export { withdrawReport } from './report/withdraw.ts'
export { archiveSystemReport, createSystemReport, describeSystemReport } from './system-report.ts'
