import { type Kysely, sql } from 'kysely'

/** Members' e-mail addresses, the links that confirm them, and invitations by e-mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The confirmed address. An unconfirmed one is in email_confirmation.
  await sql`alter table member add column email text check (length(email) <= 254)`.execute(db)
  await sql`create index member_email on member (lower(email)) where email is not null`.execute(db)
  // Address of an invitation by e-mail, emptied when it is used. Unlike other links, the link stays valid until it
  // expires even if it was opened.
  await sql`alter table invite add column email text check (length(email) <= 254)`.execute(db)
  await sql`
    create table email_confirmation (
      member_id uuid primary key references member on delete cascade,
      id uuid not null,
      email text not null check (length(email) <= 254),
      token_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db)
}
