import { type Kysely, sql } from 'kysely'

/**
 * The sequence of an unlogged table is unlogged too, and on a promoted standby its file is empty: every change of an AOI
 * failed there with "bad magic number in sequence".
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter sequence aoi_change_id_seq set logged`.execute(db)
}

export const isCompatible = true
