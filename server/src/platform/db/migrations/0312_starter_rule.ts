import { type Kysely, sql } from 'kysely'

/** Starter sets may contain rules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table starter_item drop constraint starter_item_kind_check, add constraint starter_item_kind_check
    check (kind in ('role', 'action', 'eventType', 'metric', 'community', 'rule'))`.execute(db)
}

export const isCompatible = true
