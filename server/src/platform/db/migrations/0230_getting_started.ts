import { type Kysely, sql } from 'kysely'

/** Whether the member dismissed the card of first steps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member add column hides_getting_started boolean not null default false`.execute(db)
}
