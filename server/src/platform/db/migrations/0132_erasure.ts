import { type Kysely, sql } from 'kysely'

/** When the data of a deleted member was erased. The name is kept with the texts that the member wrote. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member add column erased_at timestamptz`.execute(db)
}
