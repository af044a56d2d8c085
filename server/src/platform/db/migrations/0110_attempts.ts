import { type Kysely, sql } from 'kysely'

/**
 * Attempts that count towards limits across all servers. An attempt has a row for each limit (`budget`) until the
 * limit's window has passed. Rows of the previous tables are dropped, because they expire within an hour.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attempt (
      charge_id uuid not null,
      budget text not null check (length(budget) <= 400),
      -- the attempt is in progress; if it succeeds, it may not count
      is_pending boolean not null default false,
      at timestamptz not null,
      expires_at timestamptz not null,
      primary key (charge_id, budget)
    )`.execute(db)
  await sql`create index attempt_budget on attempt (budget, at)`.execute(db)
  await sql`create index attempt_expiry on attempt (expires_at)`.execute(db)
  await sql`drop table sign_in_failure`.execute(db)
  await sql`drop table visitor_attempt`.execute(db)
}
