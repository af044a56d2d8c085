import { type Kysely, sql } from 'kysely'

/**
 * A queue for outgoing push messages, e-mail, text messages and webhook calls. The previous table of push messages is
 * kept for one release, because servers of the previous version still write to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivery (
      id uuid primary key,
      -- null for messages of the server itself
      service_id uuid references service on delete cascade,
      channel text not null check (length(channel) between 1 and 20),
      -- kind of message
      kind text not null check (length(kind) between 1 and 50),
      member_id uuid references member on delete cascade,
      visitor_id uuid references visitor on delete cascade,
      -- receiver by channel: id of a device or webhook, e-mail address, phone number
      address text check (length(address) <= 500),
      -- emptied when the delivery has ended
      payload jsonb not null,
      -- a second delivery with the same key is skipped
      dedupe_key text unique check (length(dedupe_key) <= 200),
      -- if the channel supports it, a newer delivery of a group replaces older ones at the receiver
      group_key text check (length(group_key) <= 100),
      state text not null default 'waiting'
        check (state in ('waiting', 'sent', 'delivered', 'failed', 'seen', 'expired')),
      attempts integer not null default 0,
      -- while a server sends the delivery: end of that server's lease
      next_attempt_at timestamptz not null default now(),
      expires_at timestamptz,
      last_error text check (length(last_error) <= 50),
      created_at timestamptz not null default now(),
      sent_at timestamptz,
      delivered_at timestamptz,
      seen_at timestamptz
    )`.execute(db)
  await sql`create index delivery_due on delivery (channel, next_attempt_at, id) where state = 'waiting'`.execute(db)
  await sql`create index delivery_address on delivery (channel, address, created_at)`.execute(db)
  await sql`create index delivery_age on delivery (created_at)`.execute(db)
  await sql`create index delivery_service on delivery (service_id, created_at)`.execute(db)
  await sql`create index delivery_member on delivery (member_id)`.execute(db)
  await sql`create index delivery_visitor on delivery (visitor_id) where visitor_id is not null`.execute(db)
}
