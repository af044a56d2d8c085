import { type Kysely, sql } from 'kysely'

/**
 * One table for all limits that hold across servers: an attempt has a row for each budget that it was charged to, until
 * the window of that budget has passed. What was counted so far lasted an hour at most and is not taken over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attempt (
      charge_id uuid not null,
      budget text not null check (length(budget) <= 400),
      -- being weighed: it may turn out to be right, and to cost nothing
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
