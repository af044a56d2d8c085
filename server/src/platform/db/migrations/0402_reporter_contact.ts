import { type Kysely, sql } from 'kysely'

/** E-mail address for updates about a visitor's reports. Deleted with the visitor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reporter_contact (
      visitor_id uuid primary key references visitor on delete cascade,
      service_id uuid not null references service on delete cascade,
      -- null after the visitor unsubscribed
      email text check (length(email) <= 254),
      language text not null check (length(language) <= 20),
      -- id from which the mailed code is derived; null after the code was used
      code_id uuid,
      code_expires_at timestamptz,
      confirmed_at timestamptz,
      -- hash of the token in mailed links, which opens the follow page and unsubscribes
      token_hash bytea not null unique,
      -- last step sent to the reporter, by report
      told jsonb not null default '{}',
      checked_at timestamptz not null default now(),
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index reporter_contact_service on reporter_contact (service_id)`.execute(db)
  await sql`create index reporter_contact_email on reporter_contact (lower(email)) where email is not null`.execute(db)
  await sql`create index reporter_contact_due on reporter_contact (checked_at)
    where confirmed_at is not null and email is not null`.execute(db)
}

export const isCompatible = true
