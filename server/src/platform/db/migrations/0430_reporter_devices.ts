import { type Kysely, sql } from 'kysely'

/** Push subscriptions of visitors, each with the language of its page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reporter_contact add column devices jsonb not null default '[]'`.execute(db)
  await sql`create index reporter_contact_told on reporter_contact (checked_at)
    where devices <> '[]' or (confirmed_at is not null and email is not null)`.execute(db)
  await sql`drop index reporter_contact_due`.execute(db)
}

export const isCompatible = true
