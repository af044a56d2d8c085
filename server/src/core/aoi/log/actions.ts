import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  type Actor,
  isNumberText,
  type NewLogEntry,
  Problem,
  type RoleAction,
  type SystemChange,
  type Translations,
} from '#contract'
import { databaseMs, databaseTime } from '../../../platform/db/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/id.ts'

/** Copies the name, unit and value of the action into the entry, because the action may change. */
const actionColumns = (entry: NewLogEntry, offered: readonly RoleAction[]) => {
  if (entry.type === 'text') return {}
  const [actionId, given] = entry.params
  if (!actionId) throw new Problem('invalid', { fields: { params: 'form.required' } })
  const action = offered.find(({ _id }) => _id === actionId)
  if (!action) throw new Problem('invalid', { fields: { params: 'form.invalid' } })
  const value = loggedValue(action, given?.trim() ?? '')
  const number = Number(value)
  return {
    actionId,
    actionName: action.label,
    actionTranslations: JSON.stringify(namesFrom(action.translations)),
    unit: action.unit,
    value,
    // Null for text, which counts 1 in sums.
    valueNumber: action.unit === 'Text' || !isNumberText(value) ? null : number,
    params: JSON.stringify([actionId, value]),
  }
}

const namesFrom = (translations: Translations): Translations =>
  Object.fromEntries(
    Object.entries(translations).flatMap(([language, { label }]) => (label ? [[language, { name: label }]] : [])),
  )

/**
 * Returns the value to log. If the action has a list of values, it must be one of them; if it allows custom values, any
 * valid value; else it is the action's own value.
 */
const loggedValue = (action: RoleAction, given: string): string => {
  const refuse = (problem: 'form.required' | 'form.invalid'): never => {
    throw new Problem('invalid', { fields: { params: problem } })
  }
  if (action.setOfValuesEnabled && action.values.length > 0)
    return action.values.includes(given) ? given : refuse(given === '' ? 'form.required' : 'form.invalid')
  if (!action.isCustomValue) return action.customValue ?? action.value
  if (given === '') return refuse('form.required')
  return action.unit === 'Text' || isNumberText(given) ? given : refuse('form.invalid')
}

const contentHash = (aoiId: string, { nonce: _, ...content }: NewLogEntry, photo: EntryPhoto | undefined): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([aoiId, content]))
    .update(photo?.bytes ?? '')
    .digest()

const sentBefore = async (db: Db, entry: NewLogEntry, authorId: string, hash: Buffer): Promise<string | undefined> => {
  if (!entry.nonce) return undefined
  const row = await db
    .selectFrom('logEntry')
    .select('id')
    .where('nonce', '=', Number(entry.nonce))
    .where('authorId', '=', authorId)
    .where('contentHash', '=', hash)
    .executeTakeFirst()
  return row?.id
}

/**
 * Removes a visitor's name from its entries and from the system entries of its reports. Must run before the reports are
 * unlinked from the visitor.
 */
export const eraseAuthorName = async (db: Db, visitorId: string): Promise<void> => {
  await sql`update log_entry set author_name = '' where visitor_id = ${visitorId}
    or author_id is null and is_system and aoi_id in (select id from aoi where visitor_id = ${visitorId})`.execute(db)
}

export type EntryPhoto = { id: string; bytes: Uint8Array }

type EntryContext = { author: Actor; offered: readonly RoleAction[]; photo: EntryPhoto | undefined }

export const addEntry = async (
  db: Db,
  aoiId: string,
  entry: NewLogEntry,
  { author, offered, photo }: EntryContext,
): Promise<{ id: string; isNew: boolean }> => {
  if (entry.type === 'text' && entry.text === '' && !photo)
    throw new Problem('invalid', { fields: { text: 'form.required' } })
  const hash = contentHash(aoiId, entry, photo)
  const earlier = await sentBefore(db, entry, author.id, hash)
  if (earlier) return { id: earlier, isNew: false }
  const id = newId()
  const happenedAt = entry.datetime && entry.datetime.getTime() < databaseMs() ? entry.datetime : databaseTime()
  const stored = await db
    .insertInto('logEntry')
    .values({
      id,
      aoiId,
      type: entry.type,
      authorId: author.id,
      authorName: author.name,
      text: entry.text,
      // An entry with a recipient is private already, so it is not restricted too.
      restricted: entry.recipientId ? false : entry.restricted,
      recipientId: entry.recipientId ?? null,
      keywords: entry.keywords,
      photoFileId: photo?.id ?? null,
      sendNotification: entry.sendNotification,
      nonce: entry.nonce ? Number(entry.nonce) : null,
      contentHash: hash,
      happenedAt,
      ...actionColumns(entry, offered),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored) return { id, isNew: true }
  const other = await sentBefore(db, entry, author.id, hash)
  if (!other) throw new Problem('conflict')
  return { id: other, isNew: false }
}

type VisitorEntry = {
  aoiId: string
  /** The visitor's own report; null on an activity. */
  reportId: string | null
  visitor: { id: string; name: string }
  text: string
  nonce: string
  /** The visitor's subscription if it writes on an activity; other subscribers do not see the entry. */
  recipientId: string | null
  photo?: EntryPhoto | undefined
}

export const addVisitorEntry = async (
  db: Db,
  { visitor, nonce, photo, reportId, ...entry }: VisitorEntry,
): Promise<boolean> => {
  const stored = await db
    .insertInto('logEntry')
    .values({
      id: newId(),
      type: 'text',
      visitorId: visitor.id,
      authorKind: 'visitor',
      reportId,
      authorName: visitor.name,
      restricted: false,
      nonce: Number(nonce),
      contentHash: createHash('sha256')
        .update(JSON.stringify(entry))
        .update(photo?.bytes ?? '')
        .digest(),
      photoFileId: photo?.id ?? null,
      ...entry,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

export const addVisitorChange = async (
  db: Db,
  { aoiId, reportId }: { aoiId: string; reportId: string },
  visitor: { id: string; name: string },
  what: SystemChange['what'],
): Promise<void> => {
  await db
    .insertInto('logEntry')
    .values({
      id: newId(),
      aoiId,
      type: 'text',
      isSystem: true,
      visitorId: visitor.id,
      authorKind: 'visitor',
      reportId,
      authorName: visitor.name,
      change: JSON.stringify({ what }),
    })
    .execute()
}

type ReviewEntry = {
  authorKind: 'member' | 'visitor'
  authorId: string | null
  visitorId: string | null
  authorName: string
  text: string
  at: Date
  photoFileId?: string | null
}

/**
 * Writes to the log the questions, answers and additions that preceded the acceptance of a report. Members and the
 * reporter can read them.
 */
export const addReviewEntries = async (
  db: Db,
  { aoiId, reportId }: { aoiId: string; reportId: string },
  entries: readonly ReviewEntry[],
): Promise<string[]> => {
  if (entries.length === 0) return []
  const rows = await db
    .insertInto('logEntry')
    .values(
      entries.map(({ at, ...entry }) => ({
        id: newId(),
        aoiId,
        reportId,
        type: 'text' as const,
        restricted: false,
        happenedAt: at,
        ...entry,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const removeReviewEntry = async (db: Db, entryId: string): Promise<void> => {
  await db.deleteFrom('logEntry').where('id', '=', entryId).execute()
}

export const checkRecipient = async (db: Db, aoiId: string, recipientId: string | null | undefined): Promise<void> => {
  if (!recipientId) return
  const row = await db
    .selectFrom('subscriber')
    .select(sql<number>`1`.as('one'))
    .where('id', '=', recipientId)
    .where('aoiId', '=', aoiId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Problem('invalid', { fields: { recipientId: 'form.invalid' } })
}
