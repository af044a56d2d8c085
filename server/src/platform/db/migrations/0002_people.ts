import { type Kysely, sql } from 'kysely'
import { ownsFile } from './ownsFile.ts'

/** Members and their sign-in, visitors, and push messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMembers(db)
  await createSessions(db)
  await createInvitations(db)
  await createPush(db)
}

async function createMembers(db: Kysely<unknown>) {
  await sql`
    create table member (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      role_id uuid references role,
      type text not null check (type in ('Admin', 'Operator', 'Technician')),
      is_server_owner boolean not null default false,
      username text not null check (length(username) between 1 and 100),
      password_hash text not null,
      must_change_password boolean not null default false,
      first_name text not null default '' check (length(first_name) <= 200),
      last_name text not null default '' check (length(last_name) <= 200),
      description_html text not null default '' check (length(description_html) <= 100000),
      phone text check (length(phone) <= 50),
      photo_file_id uuid,
      -- null: the language of the browser's cookie
      language text check (language in ('en', 'he')),
      allow_csv_download boolean not null default false,
      enable_gps_location boolean not null default false,
      home_location point check (home_location[0] between -180 and 180 and home_location[1] between -90 and 90),
      home_address text check (length(home_address) <= 500),
      -- erased when the member stops sharing it or the session ends
      location point check (location[0] between -180 and 180 and location[1] between -90 and 90),
      location_at timestamptz,
      last_seen_at timestamptz,
      terms_agreed_at timestamptz,
      notification_preferences jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- the row is kept, because the member's texts refer to its name
      deleted_at timestamptz,
      check (not is_server_owner or type = 'Technician')
    )`.execute(db)
  await sql`create unique index member_username on member (lower(username)) where deleted_at is null`.execute(db)
  await sql`create index member_of_service on member (service_id)`.execute(db)
  await sql`create index member_role on member (role_id)`.execute(db)
  await ownsFile(db, 'member', 'photo_file_id')

  await sql`
    create table member_service (
      member_id uuid not null references member on delete cascade,
      service_id uuid not null references service on delete cascade,
      granted_at timestamptz not null default now(),
      primary key (member_id, service_id)
    )`.execute(db)
  await sql`create index member_service_service on member_service (service_id)`.execute(db)

  await sql`
    create table notice (
      id uuid primary key,
      text text not null check (length(text) between 1 and 2000),
      translations jsonb not null default '{}',
      created_by uuid,
      created_at timestamptz not null default now(),
      expires_at timestamptz
    )`.execute(db)
}

async function createSessions(db: Kysely<unknown>) {
  await sql`
    create table session (
      id uuid primary key,
      token_hash bytea not null unique,
      member_id uuid not null references member on delete cascade,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      user_agent text not null default '' check (length(user_agent) <= 500),
      address text not null default '' check (length(address) <= 100)
    )`.execute(db)
  await sql`create index session_member on session (member_id, last_used_at desc)`.execute(db)
  await sql`create index session_expiry on session (expires_at)`.execute(db)

  await sql`
    create table known_device (
      token_hash bytea not null,
      member_id uuid not null references member on delete cascade,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      primary key (token_hash, member_id)
    )`.execute(db)
  await sql`create index known_device_member on known_device (member_id)`.execute(db)

  await sql`
    create table sign_in_failure (
      id bigint generated always as identity primary key,
      -- as typed, in lower case; attempts with unknown names count, too
      username text not null check (length(username) <= 200),
      address text not null check (length(address) <= 100),
      failed_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index sign_in_failure_account on sign_in_failure (username, address, failed_at)`.execute(db)
  await sql`create index sign_in_failure_address on sign_in_failure (address, failed_at)`.execute(db)
  await sql`create index sign_in_failure_age on sign_in_failure (failed_at)`.execute(db)
}

async function createInvitations(db: Kysely<unknown>) {
  await sql`
    create table invite (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      role_id uuid not null references role on delete cascade,
      type text not null check (type in ('Admin', 'Operator', 'Technician')),
      token_hash bytea not null unique,
      created_by uuid references member on delete set null,
      created_at timestamptz not null default now(),
      -- the link can be opened until this time; the form that it opens has its own expiry
      expires_at timestamptz not null,
      opened_at timestamptz,
      form_expires_at timestamptz,
      used_at timestamptz,
      used_by uuid references member on delete set null
    )`.execute(db)
  await sql`create index invite_service on invite (service_id)`.execute(db)
  await sql`create index invite_role on invite (role_id)`.execute(db)

  await sql`
    create table public_link (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      -- stored in plain text, because the link is printed on posters and displayed again
      token text not null unique check (length(token) >= 22),
      created_by uuid references member on delete set null,
      created_at timestamptz not null default now(),
      replaced_at timestamptz
    )`.execute(db)
  await sql`create unique index public_link_current on public_link (service_id) where replaced_at is null`.execute(db)

  await sql`
    create table reentry_link (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      token_hash bytea not null unique,
      created_by uuid references member on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create index reentry_link_member on reentry_link (member_id)`.execute(db)

  await sql`
    create table approval_request (
      id uuid primary key,
      -- the service whose Admins decide: the member's own for a role, the visible one for access to it
      service_id uuid not null references service on delete cascade,
      member_id uuid not null references member on delete cascade,
      kind text not null check (kind in ('role', 'service')),
      role_id uuid references role on delete cascade,
      state text not null default 'pending' check (state in ('pending', 'approved', 'refused', 'withdrawn')),
      created_at timestamptz not null default now(),
      decided_by uuid references member on delete set null,
      decided_at timestamptz,
      check ((kind = 'role') = (role_id is not null))
    )`.execute(db)
  await sql`
    create unique index approval_request_pending on approval_request (member_id, kind, service_id)
      where state = 'pending'`.execute(db)
  await sql`create index approval_request_role on approval_request (role_id)`.execute(db)
  await sql`create index approval_request_service on approval_request (service_id, created_at desc)`.execute(db)

  await sql`
    create table visitor (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      follow_token_hash bytea not null unique,
      public_link_id uuid references public_link on delete set null,
      first_name text not null default '' check (length(first_name) <= 200),
      last_name text not null default '' check (length(last_name) <= 200),
      phone text check (length(phone) <= 50),
      language text not null default 'en' check (language in ('en', 'he')),
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index visitor_service on visitor (service_id, created_at desc)`.execute(db)
  await sql`create index visitor_public_link on visitor (public_link_id)`.execute(db)
  await sql`create index visitor_phone on visitor (service_id, phone) where phone is not null`.execute(db)
}

async function createPush(db: Kysely<unknown>) {
  await sql`
    create table push_device (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      session_id uuid references session on delete cascade,
      device_type text not null default 'web' check (device_type in ('web')),
      endpoint text not null unique check (length(endpoint) <= 2000),
      -- as returned by the browser: {endpoint, keys: {p256dh, auth}}
      subscription jsonb not null,
      created_at timestamptz not null default now(),
      last_delivered_at timestamptz
    )`.execute(db)
  await sql`create index push_device_member on push_device (member_id)`.execute(db)
  await sql`create index push_device_session on push_device (session_id)`.execute(db)

  await sql`
    create table push_message (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      device_id uuid references push_device on delete cascade,
      -- {data: {action, text}} and the address that a click opens
      payload jsonb not null,
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      last_problem text check (length(last_problem) <= 500),
      created_at timestamptz not null default now(),
      delivered_at timestamptz
    )`.execute(db)
  await sql`create index push_message_due on push_message (next_attempt_at) where state = 'waiting'`.execute(db)
  await sql`create index push_message_member on push_message (member_id, created_at desc)`.execute(db)
  await sql`create index push_message_device on push_message (device_id)`.execute(db)
  await sql`create index push_message_age on push_message (created_at)`.execute(db)

  await sql`
    create table calendar_feed (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      revoked_at timestamptz
    )`.execute(db)
  await sql`create index calendar_feed_member on calendar_feed (member_id)`.execute(db)
}
