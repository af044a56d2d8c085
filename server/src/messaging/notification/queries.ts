import { sql } from 'kysely'
import { NotificationPreferences } from '#contract'
import type { Db } from '../../platform/db/database.ts'

/** Parses stored preferences; missing or outdated ones mean all notifications at any hour. */
export const readPreferences = (stored: unknown): NotificationPreferences => {
  const { off = [], quiet = null, isHighLoud = false } = NotificationPreferences.partial().safeParse(stored).data ?? {}
  return { off, quiet, isHighLoud }
}

export const preferencesOf = async (db: Db, memberId: string): Promise<NotificationPreferences> => {
  const row = await db
    .selectFrom('member')
    .select('notificationPreferences')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return readPreferences(row?.notificationPreferences)
}

export const namesNotifiedOfType = async (db: Db, eventTypeId: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select trim(m.first_name || ' ' || m.last_name) as name from event_type t join member m on m.service_id = t.service_id
    where t.id = ${eventTypeId} and m.deleted_at is null
      and not coalesce(m.notification_preferences -> 'off' ? 'created', false) and case
      when t.responsible_role_id is not null then m.role_id = t.responsible_role_id
      else exists (select from role_event_type x where x.role_id = m.role_id and x.event_type_id = t.id)
        or not exists (select from role_event_type x where x.role_id = m.role_id) end
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
