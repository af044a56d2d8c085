import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'

export const subscriptionsOf = async (db: Db, visitorId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('subscriber')
    .select('aoiId')
    .where('visitorId', '=', visitorId)
    .where('removedAt', 'is', null)
    .execute()
  return rows.map(({ aoiId }) => aoiId)
}

export const everSubscribedTo = async (db: Db, visitorId: string): Promise<string[]> => {
  const rows = await db.selectFrom('subscriber').select('aoiId').where('visitorId', '=', visitorId).execute()
  return rows.map(({ aoiId }) => aoiId)
}

export const subscribe = async (db: Db, aoiId: string, visitorId: string): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    insert into subscriber (id, aoi_id, visitor_id) values (${newId()}, ${aoiId}, ${visitorId})
    on conflict (aoi_id, visitor_id) do update set removed_at = null, removed_by = null, created_at = now()
      where subscriber.removed_at is not null
    returning id`.execute(db)
  if (rows.length > 0) await reviseRow(db, aoiId)
  return rows.length > 0
}

export const unsubscribe = async (
  db: Db,
  subscriber: { aoiId: string; visitorId: string } | { aoiId: string; id: string },
  removedBy: string | null = null,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('subscriber')
    .set({ removedAt: sql<Date>`now()`, removedBy })
    .where('aoiId', '=', subscriber.aoiId)
    .where((one) => ('id' in subscriber ? one('id', '=', subscriber.id) : one('visitorId', '=', subscriber.visitorId)))
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await reviseRow(db, subscriber.aoiId)
  return numUpdatedRows > 0n
}

/** The row contains the number of subscribers, so its revision must grow. */
const reviseRow = async (db: Db, aoiId: string): Promise<void> => {
  await sql`update aoi set revision = revision where id = ${aoiId}`.execute(db)
}
