import { type Kysely, sql } from 'kysely'

/** Deliveries that go on by another channel, and channels that tell later what became of a delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery
    -- the alarm, event… that it is about; stays when the contents are emptied
    add column subject_id uuid,
    -- the channels to try next if this one fails
    add column fallback text[] not null default '{}',
    -- the first of the deliveries of which this one is the continuation
    add column origin_id uuid references delivery on delete cascade,
    -- when the channel is next asked whether it arrived; null: nobody can tell, or it is known
    add column confirm_at timestamptz`.execute(db)
  await sql`create index delivery_origin on delivery (origin_id) where origin_id is not null`.execute(db)
  await sql`create index delivery_confirm on delivery (channel, confirm_at) where confirm_at is not null`.execute(db)
  await sql`create index delivery_subject on delivery (subject_id, created_at) where subject_id is not null`.execute(db)
}

export const isCompatible = true
