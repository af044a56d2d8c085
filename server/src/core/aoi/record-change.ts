import { sql } from 'kysely'
import type { SystemChange } from '#contract'
import * as notifications from '../../messaging/notification/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import * as logs from './log/queries.ts'

export const touch = async (db: Db, aoiId: string, memberId: string | null): Promise<void> => {
  await sql`update aoi set
      changed_by_others_at = case when changed_by is distinct from ${memberId} then changed_at else changed_by_others_at end,
      changed_by = ${memberId}, changed_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = ${aoiId}`.execute(db)
}

/**
 * Decides whether an AOI is New or In progress. Its own entries and shares count, and those of reports merged into it,
 * but none by the system or by reporters.
 */
export const refreshState = async (db: Db, aoiId: string): Promise<void> => {
  await sql`update aoi set is_worked_on = exists (
      select 1 from aoi o where (o.id = aoi.id or o.main_id = aoi.id) and (
        exists (select 1 from share s where s.aoi_id = o.id and s.source in ('member', 'action'))
        or exists (select 1 from log_entry e where e.aoi_id = o.id and ${logs.isByAnother(sql`e`, sql`o`)})))
    where id = ${aoiId}`.execute(db)
}

type Author = { id: string | null; name: string }

/** Records a change of an AOI: touches its row, writes its log and notifies the members concerned. */
export const recordAoiChange = async (
  db: Db,
  aoiId: string,
  author: Author | null,
  change?: SystemChange,
  { isNotified = true } = {},
): Promise<void> => {
  if (change) await logs.recordChange(db, aoiId, author, change)
  await touch(db, aoiId, author?.id ?? null)
  const kind = notificationKindOf(change?.what)
  if (isNotified && kind) await notifications.notifyMembers(db, { kind, aoiId, by: author })
}

const notificationKindOf = (what: SystemChange['what'] | undefined) => {
  if (what === 'archived' || what === 'deleted') return what
  return what === 'shared' || what === 'autoShared' || what === 'shareTakenBack' ? undefined : 'updated'
}
