import { sql } from 'kysely'
import { Language, type NotificationKind, notificationText } from '#contract'
import type { Db } from '../db/database.ts'
import { deferred } from '../db/deferred.ts'
import { prepared } from '../db/prepared.ts'
import { statement } from '../db/statement.ts'

type Notification = {
  kind: NotificationKind
  aoiId: string
  /** Who did it, and is therefore not told. */
  by: { id: string | null; name: string } | null
  /** For `shared`: with whom. */
  memberIds?: readonly string[]
  /** For `status`: what it is now. */
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
 * Stores in the caller's transaction what is to be told. Who listens, and in which language, is found after the commit
 * (`expandNotifications`): a text of each language goes along, and the name is filled in there.
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
