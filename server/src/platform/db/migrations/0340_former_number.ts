import { type Kysely, sql } from 'kysely'

/** The AOI's number on the server from which its service was moved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table aoi add column former_number bigint`.execute(db)
}

export const isCompatible = true
