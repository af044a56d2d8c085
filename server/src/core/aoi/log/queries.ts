import { type RawBuilder, sql } from 'kysely'
import { type LogEntry, readsContacts, type SystemChange } from '#contract'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/id.ts'
import { isoTime } from '../../../platform/db/time.ts'
import { fileAddress } from '../../../platform/files/files.ts'
import type { Alias, Reader } from '../reading.ts'

const SHOWN = 1000

const authorName = (e: Alias, reader?: Reader) =>
  !reader || readsContacts(reader)
    ? sql`${e}.author_name`
    : sql`case when ${e}.author_kind = 'visitor' then '' else ${e}.author_name end`

/** An entry as members read it, with the number of its AOI. */
const entryOf = (
  e: Alias,
  a: Alias,
  reader?: Reader,
) => sql<LogEntry>`json_build_object('_id', ${e}.id, 'datetime', ${isoTime(sql`${e}.happened_at`)},
  'receivedAt', ${isoTime(sql`${e}.received_at`)}, 'username', ${authorName(e, reader)}, 'authorId', ${e}.author_id,
  'authorKind', ${e}.author_kind,
  'fromReport', case when ${e}.report_id <> ${e}.aoi_id then (select r.number from aoi r where r.id = ${e}.report_id) end, 'text', ${e}.text,
  'type', ${e}.type, 'params', ${e}.params,
  'action', case when ${e}.action_name is not null and ${e}.unit is not null then json_build_object(
    '_id', ${e}.action_id, 'name', ${e}.action_name, 'translations', coalesce(${e}.action_translations, '{}'),
    'unit', ${e}.unit, 'value', coalesce(${e}.value, '')) end,
  'isSystem', ${e}.is_system, 'change', ${e}.change, 'restricted', ${e}.restricted, 'recipientId', ${e}.recipient_id,
  'keywords', ${e}.keywords, 'photo', ${fileAddress(sql`${e}.photo_file_id`)}, 'sendNotification', ${e}.send_notification, 'number', ${a}.number)`

/** A reader who may not read contacts gets only the entries that subscribers get. */
const isReadable = (reader: Reader) =>
  readsContacts(reader) ? sql`true` : sql`not restricted and recipient_id is null and not is_system`

export const entriesOf = (a: Alias, reader: Reader) => sql<LogEntry[]>`coalesce((
  select json_agg(${entryOf(sql`e`, a, reader)} order by e.happened_at desc, e.id desc) from (
    select * from log_entry where aoi_id = ${a}.id and ${isReadable(reader)} order by happened_at desc, id desc limit ${sql.lit(SHOWN)}) e), '[]')`

export const byId = async (db: Db, id: string): Promise<LogEntry> => {
  const { rows } = await sql<{ entry: LogEntry }>`
    select ${entryOf(sql`e`, sql`a`)} as entry from log_entry e join aoi a on a.id = e.aoi_id where e.id = ${id}`.execute(
    db,
  )
  if (!rows[0]) throw new Error('the entry that was just written is missing')
  return rows[0].entry
}

/** A visitor has no id; null is the system. */
export type Author = { id: string | null; name: string } | null

type StoredAuthor = { id: string | null; name: string; kind: 'member' | 'visitor' | 'system' }

const storedAuthor = (author: Author): StoredAuthor => {
  if (author === null) return { id: null, name: '', kind: 'system' }
  return { ...author, kind: author.id === null ? 'visitor' : 'member' }
}

/**
 * Whether an entry is by someone other than the creator of its AOI. Entries of reporters on their own reports, merged
 * ones included, do not count.
 */
export const isByAnother = (e: Alias, a: Alias) => sql<boolean>`(not ${e}.is_system and case ${e}.author_kind
  when 'member' then ${e}.author_id is distinct from ${a}.creator_id else ${e}.report_id is null end)`

/**
 * Inserts a system entry (author, change, time) for each row of `aois`, which must have an `id`. Only members can read
 * the entry.
 */
export const insertChange = (aois: RawBuilder<unknown>, { by, change }: { by: Author; change: SystemChange }) => {
  const author = storedAuthor(by)
  return sql`
  insert into log_entry (id, aoi_id, type, is_system, author_kind, author_id, author_name, change)
  select ${newId()}::uuid, changed.id, 'text', true, ${author.kind}::text, ${author.id}::uuid, ${author.name}::text,
    ${JSON.stringify(change)}::jsonb
  from ${aois} as changed`
}

export const recordChange = async (db: Db, aoiId: string, author: Author, change: SystemChange): Promise<void> => {
  await insertChange(sql`(select ${aoiId}::uuid as id)`, { by: author, change }).execute(db)
}
