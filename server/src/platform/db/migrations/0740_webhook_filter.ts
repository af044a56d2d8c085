import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook add column event_type_ids uuid[], add column region_ids uuid[]`.execute(db)
}

export const isCompatible = true
