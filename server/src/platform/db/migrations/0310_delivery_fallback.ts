import { type Kysely, sql } from 'kysely'

/** Fallback of deliveries to other channels, and channels that confirm a delivery later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery
    -- id of the alarm, event… that the message is about; kept after the contents are erased
    add column subject_id uuid,
    -- channels to try next if this one fails
    add column fallback text[] not null default '{}',
    -- first delivery of a chain of fallbacks
    add column origin_id uuid references delivery on delete cascade,
    -- when to poll the channel next for confirmation; null if the channel has no confirmation or the result is known
    add column confirm_at timestamptz`.execute(db)
  await sql`create index delivery_origin on delivery (origin_id) where origin_id is not null`.execute(db)
  await sql`create index delivery_confirm on delivery (channel, confirm_at) where confirm_at is not null`.execute(db)
  await sql`create index delivery_subject on delivery (subject_id, created_at) where subject_id is not null`.execute(db)
}

export const isCompatible = true
