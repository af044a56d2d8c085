import { type Kysely, sql } from 'kysely'

/** Members' e-mail addresses, the links that confirm them, and invitations that are mailed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Only a confirmed address: one that waits stands in email_confirmation.
  await sql`alter table member add column email text check (length(email) <= 254)`.execute(db)
  await sql`create index member_email on member (lower(email)) where email is not null`.execute(db)
  // Set: it was mailed, is valid until it expires whether it was opened or not, and is emptied when it is used.
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
