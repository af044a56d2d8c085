import { type Kysely, sql } from 'kysely'

/**
 * Presence is written every 30 s for everyone online. In `member` each of these writes touched an indexed column, so
 * PostgreSQL wrote the whole row anew and an entry into every index. It gets a narrow table without any index but its
 * key, and no column that is rewritten often is in an index: such updates stay in their page (HOT).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index member_told_online`.execute(db)
  // Positions are found through the members of a service.
  await sql`drop index member_position`.execute(db)
  await sql`alter table member drop column last_seen_at, drop column is_told_online, set (fillfactor = 85)`.execute(db)
  // Not logged: after a crash everyone is offline until they are seen again, within 30 s.
  await sql`
    create unlogged table presence (
      member_id uuid primary key references member on delete cascade,
      last_seen_at timestamptz not null,
      -- the others were told that the member is online
      is_told_online boolean not null
    ) with (fillfactor = 50)`.execute(db)
  // Nothing looked sessions up by their end, and those of a member are few enough to be sorted.
  await sql`drop index session_expiry`.execute(db)
  await sql`drop index session_member`.execute(db)
  await sql`create index session_member on session (member_id)`.execute(db)
  await sql`alter table session set (fillfactor = 70)`.execute(db)
}
