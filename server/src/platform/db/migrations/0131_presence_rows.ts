import { type Kysely, sql } from 'kysely'

/**
 * Presence of online members is written every 30 s. In `member` each write changed an indexed column, so PostgreSQL
 * copied the whole row and added to every index. The new table is narrow and has only its key as an index, so updates
 * stay on their page (HOT).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index member_told_online`.execute(db)
  // Not needed: positions are found by the index of a service's members.
  await sql`drop index member_position`.execute(db)
  await sql`alter table member drop column last_seen_at, drop column is_told_online, set (fillfactor = 85)`.execute(db)
  // Unlogged: after a crash everyone is offline until seen again, within 30 s.
  await sql`
    create unlogged table presence (
      member_id uuid primary key references member on delete cascade,
      last_seen_at timestamptz not null,
      -- whether others were notified that the member is online
      is_told_online boolean not null
    ) with (fillfactor = 50)`.execute(db)
  // No query uses the expiry of sessions, and a member has few enough sessions to sort.
  await sql`drop index session_expiry`.execute(db)
  await sql`drop index session_member`.execute(db)
  await sql`create index session_member on session (member_id)`.execute(db)
  await sql`alter table session set (fillfactor = 70)`.execute(db)
}
