import { sql } from 'kysely'
import { Language, type NotificationKind, notificationText } from '#contract'
import type { Db } from '../db/database.ts'
import { deferred } from '../db/deferred.ts'
import { prepared } from '../db/prepared.ts'
import { statement } from '../db/statement.ts'

type Notification = {
  kind: NotificationKind
  aoiId: string
  /** The member who made the change and is not notified of it. */
  by: { id: string | null; name: string } | null
  /** For `shared`: the recipients. */
  memberIds?: readonly string[]
  /** For `status`: the new status. */
  status?: string
}

type Row = { kind: NotificationKind; aoiId: string; byId: string | null; memberIds: string[]; texts: string }

const insert = statement((db, { kind, aoiId, byId, memberIds, texts }: Row) =>
  db
    .insertInto('notification')
    .values({ kind, aoiId, byId, memberIds, texts })
    .modifyEnd(sql`${prepared} ${deferred}`)
    .compile(),
)

/**
 * Stores a notification in the caller's transaction. Its recipients and their languages are found after the commit
 * (`expandNotifications`), so the row carries a text in each language, into which the name is filled there.
 */
export const notifyMembers = async (
  db: Db,
  { kind, aoiId, by, status, memberIds = [] }: Notification,
): Promise<void> => {
  const textIn = (language: Language) => notificationText(language, kind, { name: '{name}', who: by?.name, status })
  await insert(db, {
    kind,
    aoiId,
    byId: by?.id ?? null,
    memberIds: [...memberIds],
    texts: JSON.stringify(Object.fromEntries(Language.options.map((language) => [language, textIn(language)]))),
  })
}
