import { type Kysely, sql } from 'kysely'

/**
 * Whether the number that sent STOP includes its country code; such numbers are compared in full. Null for rows of
 * earlier versions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sms_stop add column is_international boolean not null default false`.execute(db)
}

export const isCompatible = true
