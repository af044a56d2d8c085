import { sql } from 'kysely'
import type { Batch } from '../../platform/clock/batch.ts'
import { isLongAgo } from '../../platform/db/erase.ts'

const owned = {
  member_service: 'member_id',
  session: 'member_id',
  presence: 'member_id',
  known_device: 'member_id',
  second_factor: 'member_id',
  sign_in_ticket: 'member_id',
  reentry_link: 'member_id',
  approval_request: 'member_id',
  push_message: 'member_id',
  delivery: 'member_id',
  email_confirmation: 'member_id',
  push_device: 'member_id',
  calendar_feed: 'member_id',
  feed: 'creator_id',
  api_token: 'creator_id',
  escalation_receiver: 'member_id',
  escalation_notice: 'member_id',
  rota_swap: 'member_id',
  group_member: 'member_id',
  share: 'member_id',
  aoi_read: 'member_id',
}

/** If the member wrote anything, the row stays with the name only. */
const wroteSomething = sql<boolean>`(exists (select from aoi where creator_id = m.id)
  or exists (select from log_entry where author_id = m.id)
  or exists (select from sensor_log where member_id = m.id))`

/** Members are erased 30 days after deletion. */
export const deletedMembers: Batch = {
  table: 'member',
  due: () => sql`select id, service_id, deleted_at as at from member
    where erased_at is null and ${isLongAgo('deleted_at')}`,
  process: async (db, due) => {
    const rows = await db
      .selectFrom('member')
      .select('id')
      .where('id', '=', sql<string>`any(${due}::uuid[])`)
      .where('erasedAt', 'is', null)
      .where(isLongAgo('deletedAt'))
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    for (const [table, column] of Object.entries(owned))
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::uuid[])`.execute(db)
    await sql`delete from member m where m.id = any(${ids}::uuid[]) and not ${wroteSomething}`.execute(db)
    await sql`update member set erased_at = now(), language = null, notification_preferences = '{}',
      terms_agreed_at = null, role_id = null,
      username = case when first_name || last_name = '' then username else '-' end
      where id = any(${ids}::uuid[])`.execute(db)
    return ids.length
  },
  atOnce: 100,
}
