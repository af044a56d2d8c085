import { NotificationPreferences } from '#contract'
import type { Db } from '../db/database.ts'

/** Parses stored preferences; missing or outdated ones mean all notifications at any hour. */
export const readPreferences = (stored: unknown): NotificationPreferences => {
  const { off = [], quiet = null } = NotificationPreferences.partial().safeParse(stored).data ?? {}
  return { off, quiet }
}

export const preferencesOf = async (db: Db, memberId: string): Promise<NotificationPreferences> => {
  const row = await db
    .selectFrom('member')
    .select('notificationPreferences')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return readPreferences(row?.notificationPreferences)
}
