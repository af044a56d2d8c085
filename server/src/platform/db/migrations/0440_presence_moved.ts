import { type Kysely, sql } from 'kysely'

/** Who moved is told together with who came and went, a few times a minute instead of once for each of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table presence add column is_moved boolean not null default false`.execute(db)
}

export const isCompatible = true
