import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { AttachRows } from '../../platform/live/attachment.ts'
import { sharedRow } from './list.ts'

/**
 * Members for whom the row differs: its creator, its last editor and share recipients. Their names must not leave with
 * the row, because a report may be anonymous.
 */
const personalTo = sql`array(
  select a.creator_id where a.creator_id is not null
  union select a.changed_by where a.changed_by is not null
  union select s.member_id from share s where s.aoi_id = a.id and s.done_at is null
  union select s.member_id from aoi m join share s on s.aoi_id = m.id where m.main_id = a.id and s.done_at is null)`

/** The statement for the rows that live messages carry. Its text is always the same, so that it is prepared once. */
export const rowsForReaders =
  (db: Db): AttachRows =>
  (ids) => {
    const { sql: text, parameters } = sql`
      select a.id, a.service_id as "serviceId", ${personalTo}::text[] as "personalTo",
        case when a.deleted_at is null and a.main_id is null then ${sharedRow}::text end as json
      from aoi a where a.id = any(${ids}::uuid[])`.compile(db)
    return { name: 'rows_for_readers', text, values: [...parameters] }
  }
