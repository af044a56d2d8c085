import { type RawBuilder, sql } from 'kysely'
import type { LogEntry, SystemChange } from '#contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { prepared } from '../db/prepared.ts'
import { isoTime } from '../db/time.ts'
import { fileAddress } from '../files/files.ts'

/** Entries of one AOI in an answer, the newest ones. */
const SHOWN = 1000

/** `log_entry e` and its `aoi a` are in scope. */
const entry = sql<LogEntry>`json_build_object('_id', e.id, 'datetime', ${isoTime(sql`e.happened_at`)},
  'receivedAt', ${isoTime(sql`e.received_at`)}, 'username', e.author_name, 'authorId', e.author_id, 'text', e.text,
  'type', e.type, 'params', e.params,
  'action', case when e.action_name is not null and e.unit is not null then json_build_object(
    '_id', e.action_id, 'name', e.action_name, 'translations', coalesce(e.action_translations, '{}'),
    'unit', e.unit, 'value', coalesce(e.value, '')) end,
  'isSystem', e.is_system, 'change', e.change, 'restricted', e.restricted, 'recipientId', e.recipient_id,
  'keywords', e.keywords, 'photo', ${fileAddress(sql`e.photo_file_id`)}, 'sendNotification', e.send_notification, 'number', a.number)`

/** The entries of `aoi a`, newest first. */
export const ofAoi = sql<LogEntry[]>`coalesce((
  select json_agg(${entry} order by e.happened_at desc, e.id desc) from (
    select * from log_entry where aoi_id = a.id order by happened_at desc, id desc limit ${sql.lit(SHOWN)}) e), '[]')`

export const byId = async (db: Db, id: string): Promise<LogEntry> => {
  const { rows } = await sql<{ entry: LogEntry }>`${prepared}
    select ${entry} as entry from log_entry e join aoi a on a.id = e.aoi_id where e.id = ${id}`.execute(db)
  if (!rows[0]) throw new Error('an entry that was just written is there')
  return rows[0].entry
}

type Author = { id: string | null; name: string } | null

/** Inserts a system entry for each row of `aois`, which has an id: who did what and when. Only members read it. */
export const insertChange = (
  aois: RawBuilder<unknown>,
  { id, author, change }: { id: string; author: Author; change: SystemChange },
) => sql`
  insert into log_entry (id, aoi_id, type, is_system, author_id, author_name, change)
  select ${id}::uuid, changed.id, 'text', true, ${author?.id ?? null}::uuid, ${author?.name ?? ''}::text,
    ${JSON.stringify(change)}::jsonb
  from ${aois} as changed`

export const recordChange = async (db: Db, aoiId: string, author: Author, change: SystemChange): Promise<void> => {
  await sql`${prepared} ${insertChange(sql`(select ${aoiId}::uuid as id)`, { id: newId(), author, change })}`.execute(
    db,
  )
}
