import { type Kysely, sql } from 'kysely'

/**
 * The sequence of an unlogged table is also unlogged, so its file is empty on a promoted standby. There every change of
 * an AOI failed with "bad magic number in sequence".
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter sequence aoi_change_id_seq set logged`.execute(db)
}

export const isCompatible = true
