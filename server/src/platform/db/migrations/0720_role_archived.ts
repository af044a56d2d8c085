import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table role add column archived_at timestamptz`.execute(db)
}

export const isCompatible = true
