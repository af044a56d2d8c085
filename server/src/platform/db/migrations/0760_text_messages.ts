import { type Kysely, sql } from 'kysely'

/** Text messages from the public. Each sender is stored as a visitor with a phone number from the gateway. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visitor add column is_by_text boolean not null default false`.execute(db)
  await sql`create unique index visitor_by_text on visitor (service_id, phone_digits) where is_by_text`.execute(db)
  await sql`
    create table sms_stop (
      service_id uuid not null references service on delete cascade,
      phone_digits text not null check (phone_digits ~ '^\\d{7,15}$'),
      stopped_at timestamptz not null default now(),
      primary key (service_id, phone_digits)
    )`.execute(db)
  await sql`
    create table text_inbox (
      service_id uuid primary key references service on delete cascade,
      -- the inbox's address, to which gateways send messages, is derived from this id
      id uuid not null,
      token_hash bytea not null unique,
      provider text not null check (provider in ('gateway', 'twilio')),
      sealed_secret text not null check (length(sealed_secret) <= 500),
      created_at timestamptz not null default now(),
      last_received_at timestamptz,
      last_rejection text check (length(last_rejection) <= 50),
      last_rejected_at timestamptz
    )`.execute(db)
  // Detects repeated messages: gateways resend a message until it is acknowledged.
  await sql`
    create table text_received (
      service_id uuid not null references service on delete cascade,
      id_hash bytea not null,
      received_at timestamptz not null default now(),
      primary key (service_id, id_hash)
    )`.execute(db)
  await sql`create index text_received_age on text_received (received_at)`.execute(db)
}

export const isCompatible = true
