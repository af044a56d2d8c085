import { sql } from 'kysely'
import { deletionOf } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import { eraseInBatches, isLongAgo } from '../../platform/db/erase.ts'
import { answersOf } from './change.ts'
import { eraseAuthorName } from './log/actions.ts'
import { searchTextOf } from './search.ts'

export const deletedItems = deletionOf('aoi', sql`deleted_at`, isLongAgo('deleted_at'))

export const eraseOfService = (db: Db, serviceId: string): Promise<number> =>
  eraseInBatches(db, 'aoi', sql`service_id = ${serviceId}`)

/**
 * Makes a visitor's reports anonymous: unlinks them from the visitor and removes the visitor's name from their log.
 * Returns the ids of the reports.
 */
export const eraseVisitorName = async (db: Db, visitorId: string): Promise<string[]> => {
  await eraseAuthorName(db, visitorId)
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
