import { type Kysely, sql } from 'kysely'

/** How a delivery went is kept when the device is gone; and a device speaks the language it was registered in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_device add column language text check (language in ('en', 'he'))`.execute(db)
  await sql`alter table push_message
    -- messages of one topic replace each other while the device is away
    add column topic text check (length(topic) <= 32),
    drop constraint push_message_device_id_fkey,
    add foreign key (device_id) references push_device on delete set null`.execute(db)
}
