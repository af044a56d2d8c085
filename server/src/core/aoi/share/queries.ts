import { sql } from 'kysely'
import type { Share } from '#contract'
import type { Db } from '../../../platform/db/database.ts'
import { isoTime } from '../../../platform/db/time.ts'
import type { Alias } from '../reading.ts'

const name = sql<string>`coalesce(nullif(btrim(member.first_name || ' ' || member.last_name), ''), member.username)`

export const sharesOf = (a: Alias) => sql<Share[]>`coalesce((
  select json_agg(json_build_object('userId', s.member_id, 'name', ${name},
    'sharedAt', ${isoTime(sql`s.shared_at`)}, 'doneAt', ${isoTime(sql`s.done_at`)})
    order by s.done_at is not null, s.shared_at)
  from share s join member on member.id = s.member_id and member.deleted_at is null where s.aoi_id = ${a}.id), '[]')`

export const ofAoi = async (db: Db, aoiId: string): Promise<Share[]> => {
  const { rows } = await sql<{ shares: Share[] }>`
    select ${sharesOf(sql`a`)} as shares from aoi a where a.id = ${aoiId}`.execute(db)
  return rows[0]?.shares ?? []
}

type Source = 'member' | 'action' | 'system'

/**
 * Creates shares, and opens shares again that their recipients marked as done. A share by a member or an action replaces
 * one by the system. Idempotent. Returns the members whose shares changed.
 */
export const open = async (
  db: Db,
  share: { aoiId: string; memberIds: readonly string[]; sharedBy: string | null; source: Source },
): Promise<{ id: string; name: string }[]> => {
  if (share.memberIds.length === 0) return []
  const { rows } = await sql<{ id: string; name: string }>`
    with opened as (
      insert into share (aoi_id, member_id, source, shared_by)
      select ${share.aoiId}, m.id, ${share.source}, ${share.sharedBy} from member m
      where m.id = any(${share.memberIds as string[]}::uuid[]) and m.deleted_at is null
      on conflict (aoi_id, member_id) do update set done_at = null, shared_at = now(), shared_by = excluded.shared_by,
        source = case when share.source = 'system' then excluded.source else share.source end
      where share.done_at is not null or (share.source = 'system' and excluded.source <> 'system')
      returning member_id)
    select member.id, ${name} as name from opened join member on member.id = opened.member_id order by 2`.execute(db)
  return rows
}

export const takeBack = async (db: Db, aoiId: string, memberId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('share')
    .where('aoiId', '=', aoiId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Also marks the member's shares of reports merged into the AOI. */
export const markDone = async (db: Db, aoiId: string, memberId: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('share')
    .set({ doneAt: sql<Date>`now()` })
    .where(sql<boolean>`(aoi_id = ${aoiId} or aoi_id in (select id from aoi where main_id = ${aoiId}))`)
    .where('memberId', '=', memberId)
    .where('doneAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const membersOfRole = async (db: Db, roleId: string, butNot: string | null): Promise<string[]> => {
  const rows = await db
    .selectFrom('member')
    .select('id')
    .where('roleId', '=', roleId)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id).filter((id) => id !== butNot)
}
