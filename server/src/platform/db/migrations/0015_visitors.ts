import { type Kysely, sql } from 'kysely'

/**
 * Requests that count towards the limits of public links, the time of the last alert to Admins, and phone numbers as
 * digits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table visitor_attempt (
      id bigint generated always as identity primary key,
      -- an IPv4 address or the network of an IPv6 address; deleted within an hour
      line text not null check (length(line) <= 100),
      public_link_id uuid references public_link on delete cascade,
      kind text not null check (kind in ('sent', 'failed')),
      at timestamptz not null default now()
    )`.execute(db)
  await sql`create index visitor_attempt_line on visitor_attempt (line, kind, at)`.execute(db)
  await sql`create index visitor_attempt_link on visitor_attempt (public_link_id, at)`.execute(db)
  await sql`create index visitor_attempt_age on visitor_attempt (at)`.execute(db)
  await sql`alter table public_link add column alerted_at timestamptz`.execute(db)
  await sql`
    alter table visitor add column phone_digits text
      generated always as (nullif(regexp_replace(phone, '\\D', '', 'g'), '')) stored`.execute(db)
  await sql`create index visitor_phone_digits on visitor (service_id, phone_digits) where phone_digits is not null`.execute(
    db,
  )
}
