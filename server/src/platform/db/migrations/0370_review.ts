import { type Kysely, sql } from 'kysely'
import { ownsFile } from './ownsFile.ts'

/**
 * Reports by visitors that wait for a review. They are not stored in `aoi` before they are accepted, so that no query
 * of AOIs can return one by mistake. The event keeps the report's id and number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table public_link add column holds_reports boolean not null default false`.execute(db)

  await sql`
    create table review_setting (
      service_id uuid primary key references service on delete cascade,
      -- hold every report, regardless of the public link's setting
      holds_everything boolean not null default false,
      changed_by uuid references member on delete set null,
      changed_at timestamptz,
      alert_minutes integer not null default 10 check (alert_minutes between 1 and 1440),
      -- when reviewers were last notified; null if no report has arrived since they emptied the queue
      reviewers_told_at timestamptz,
      -- when Admins were notified that reports wait too long; null if none does
      admins_told_at timestamptz
    )`.execute(db)
  await sql`create index review_setting_member on review_setting (changed_by) where changed_by is not null`.execute(db)

  await sql`
    create table held_report (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      number bigint not null default nextval('aoi_number'),
      visitor_id uuid references visitor on delete set null,
      is_anonymous boolean not null,
      event_type_id uuid not null references event_type on delete cascade,
      -- AoiDraft of the contract
      draft jsonb not null,
      nonce bigint not null,
      content_hash bytea not null,
      image_file_id uuid,
      address text check (length(address) <= 1000),
      state text not null default 'waiting' check (state in ('waiting', 'asked', 'refused', 'accepted')),
      -- role to which the report was assigned
      role_id uuid references role on delete set null,
      reason text check (length(reason) <= 50),
      reason_text text not null default '' check (length(reason_text) <= 2000),
      -- [{id, question, askedAt, askedBy, answerId, answer, answeredAt, nonce}]
      questions jsonb not null default '[]',
      received_at timestamptz not null default now(),
      waiting_since timestamptz not null default now(),
      seen_at timestamptz,
      leased_by uuid references member on delete set null,
      leased_until timestamptz,
      decided_by uuid references member on delete set null,
      decided_at timestamptz,
      -- state, role, reason and questions before the last decision
      undo jsonb,
      aoi_id uuid references aoi on delete cascade
    )`.execute(db)
  await ownsFile(db, 'held_report', 'image_file_id')
  await sql`
    create unique index held_report_sent on held_report (visitor_id, nonce, content_hash)
      where visitor_id is not null`.execute(db)
  await sql`create index held_report_waiting on held_report (service_id, received_at, id) where state = 'waiting'`.execute(
    db,
  )
  await sql`create index held_report_state on held_report (service_id, state, decided_at desc)`.execute(db)
  await sql`create index held_report_type on held_report (event_type_id)`.execute(db)
  await sql`create index held_report_aoi on held_report (aoi_id) where aoi_id is not null`.execute(db)
  await sql`create index held_report_role on held_report (role_id) where role_id is not null`.execute(db)
  await sql`create index held_report_leased on held_report (leased_by) where leased_by is not null`.execute(db)
  await sql`create index held_report_decided on held_report (decided_by) where decided_by is not null`.execute(db)
}

export const isCompatible = true
