import type { Selectable } from 'kysely'
import type { LogEntry, SystemChange } from '#contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import type { LogEntryTable } from '../db/schema/aoi.ts'

/** Entries kept for one AOI in an answer; an AOI with more shows its newest. */
const SHOWN = 1000

type Row = Omit<Selectable<LogEntryTable>, 'contentHash'> & { number: number }

const asEntry = (row: Row): LogEntry => ({
  _id: row.id,
  datetime: row.happenedAt.toISOString(),
  receivedAt: row.receivedAt.toISOString(),
  username: row.authorName,
  authorId: row.authorId,
  text: row.text,
  type: row.type,
  params: row.params,
  action:
    row.actionName !== null && row.unit !== null
      ? { _id: row.actionId, name: row.actionName, unit: row.unit, value: row.value ?? '' }
      : null,
  isSystem: row.isSystem,
  change: row.change as SystemChange | null,
  restricted: row.restricted,
  recipientId: row.recipientId,
  keywords: row.keywords,
  sendNotification: row.sendNotification,
  number: row.number,
})

const entries = (db: Db) =>
  db.selectFrom('logEntry').innerJoin('aoi', 'aoi.id', 'logEntry.aoiId').selectAll('logEntry').select('aoi.number')

/** Newest first. */
export const ofAoi = async (db: Db, aoiId: string): Promise<LogEntry[]> => {
  const rows = await entries(db)
    .where('logEntry.aoiId', '=', aoiId)
    .orderBy('logEntry.happenedAt', 'desc')
    .orderBy('logEntry.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(asEntry)
}

export const byId = async (db: Db, id: string): Promise<LogEntry> =>
  asEntry(await entries(db).where('logEntry.id', '=', id).executeTakeFirstOrThrow())

/** What happened, as the system saw it: who, what, when. For members only. */
export const recordChange = async (
  db: Db,
  aoiId: string,
  author: { id: string | null; name: string } | null,
  change: SystemChange,
): Promise<void> => {
  await db
    .insertInto('logEntry')
    .values({
      id: newId(),
      aoiId,
      type: 'text',
      isSystem: true,
      authorId: author?.id ?? null,
      authorName: author?.name ?? '',
      change: JSON.stringify(change),
    })
    .execute()
}
