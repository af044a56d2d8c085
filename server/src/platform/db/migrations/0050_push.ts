import { type Kysely, sql } from 'kysely'

/** Delivery results are kept after the device is deleted. A device uses the language in which it was registered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_device add column language text check (language in ('en', 'he'))`.execute(db)
  await sql`alter table push_message
    -- while the device is unreachable, a newer message replaces older ones of the same topic
    add column topic text check (length(topic) <= 32),
    drop constraint push_message_device_id_fkey,
    add foreign key (device_id) references push_device on delete set null`.execute(db)
}
