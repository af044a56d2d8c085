import { type Kysely, sql } from 'kysely'

/** The number that an AOI had on the server from which its service moved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table aoi add column former_number bigint`.execute(db)
}

export const isCompatible = true
