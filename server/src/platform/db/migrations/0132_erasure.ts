import { type Kysely, sql } from 'kysely'

/** When what belonged to a deleted member was erased; its name stays where it wrote something. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member add column erased_at timestamptz`.execute(db)
}
