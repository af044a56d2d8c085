import { type Kysely, sql } from 'kysely'

/**
 * One queue for everything that leaves the server on its own: push messages, e-mail, text messages and webhooks. The table
 * of push messages before it stays for one release: servers of the version before still write to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivery (
      id uuid primary key,
      -- whose it is; null: the server's own
      service_id uuid references service on delete cascade,
      channel text not null check (length(channel) between 1 and 20),
      -- what it is about
      kind text not null check (length(kind) between 1 and 50),
      member_id uuid references member on delete cascade,
      visitor_id uuid references visitor on delete cascade,
      -- as the channel understands it: the id of a device, an e-mail address, a phone number, the id of a webhook
      address text check (length(address) <= 500),
      -- emptied when the delivery has ended
      payload jsonb not null,
      -- the same key is enqueued once
      dedupe_key text unique check (length(dedupe_key) <= 200),
      -- later deliveries of one group replace earlier ones at the receiver, where the channel can
      group_key text check (length(group_key) <= 100),
      state text not null default 'waiting'
        check (state in ('waiting', 'sent', 'delivered', 'failed', 'seen', 'expired')),
      attempts integer not null default 0,
      -- while a server sends it: the end of that server's lease
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
