import { type Kysely, sql } from 'kysely'

/** Escalation plans, escalations of alarms with their notices, and rotas. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table escalation_plan (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      name text not null check (length(name) between 1 and 200),
      -- EscalationLevels of the contract
      levels jsonb not null,
      remind_seconds integer check (remind_seconds > 0),
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index escalation_plan_service on escalation_plan (service_id)`.execute(db)
  await sql`alter table rule add column plan_id uuid references escalation_plan on delete set null`.execute(db)
  await sql`create index rule_plan on rule (plan_id) where plan_id is not null`.execute(db)

  await sql`
    create table escalation (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      rule_id uuid references rule on delete set null,
      rule_name text not null,
      severity text not null check (severity in ('info', 'warning', 'high')),
      plan_name text not null,
      -- the plan's levels when the escalation began
      levels jsonb not null,
      remind_seconds integer,
      phase text not null check (phase in ('climbing', 'acknowledged', 'ended')),
      level integer not null,
      rounds integer not null,
      notices integer not null,
      climb_at timestamptz,
      repeat_at timestamptz,
      due_at timestamptz generated always as (least(climb_at, repeat_at)) stored,
      owner_id uuid references member on delete set null,
      owner_name text check (length(owner_name) <= 400),
      acknowledged_at timestamptz,
      began_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db)
  await sql`create index escalation_due on escalation (due_at) where due_at is not null`.execute(db)
  await sql`create index escalation_open on escalation (service_id, began_at desc) where phase <> 'ended'`.execute(db)
  await sql`create index escalation_rule on escalation (rule_id)`.execute(db)
  await sql`create index escalation_owner on escalation (owner_id) where owner_id is not null`.execute(db)
  await sql`create index escalation_ended on escalation (ended_at) where ended_at is not null`.execute(db)
  await sql`create index escalation_service on escalation (service_id)`.execute(db)

  await sql`alter table alarm add column escalation_id uuid references escalation on delete set null`.execute(db)
  await sql`create index alarm_escalation on alarm (escalation_id) where escalation_id is not null`.execute(db)
  await sql`create index alarm_unescalated on alarm (rule_id) where ended_at is null and escalation_id is null`.execute(
    db,
  )

  // One message to a member, on several channels, about all alarms that became due for the member at once.
  await sql`
    create table escalation_notice (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      member_id uuid not null references member on delete cascade,
      -- hash of the token in the message's link
      token_hash bytea not null,
      delivery_ids uuid[] not null default '{}',
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index escalation_notice_token on escalation_notice (token_hash)`.execute(db)
  await sql`create index escalation_notice_member on escalation_notice (member_id)`.execute(db)
  await sql`create index escalation_notice_service on escalation_notice (service_id)`.execute(db)
  await sql`
    create table escalation_receiver (
      escalation_id uuid not null references escalation on delete cascade,
      -- number of the notice within its escalation, unique so that no notice is sent twice
      number integer not null,
      member_id uuid not null references member on delete cascade,
      notice_id uuid not null references escalation_notice on delete cascade,
      -- null: a reminder to the member who handles the alarm
      level integer,
      at timestamptz not null,
      primary key (escalation_id, number, member_id)
    )`.execute(db)
  await sql`create index escalation_receiver_notice on escalation_receiver (notice_id)`.execute(db)
  await sql`create index escalation_receiver_member on escalation_receiver (member_id)`.execute(db)

  await sql`
    create table rota (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      name text not null check (length(name) between 1 and 200),
      member_ids uuid[] not null check (cardinality(member_ids) between 1 and 50),
      starts_on text not null check (length(starts_on) = 10),
      handover_at text not null check (length(handover_at) = 5),
      time_zone text not null check (length(time_zone) <= 60),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index rota_service on rota (service_id)`.execute(db)
  await sql`
    create table rota_swap (
      rota_id uuid not null references rota on delete cascade,
      -- first day of the week, as a date
      week text not null check (length(week) = 10),
      member_id uuid not null references member on delete cascade,
      primary key (rota_id, week)
    )`.execute(db)
  await sql`create index rota_swap_member on rota_swap (member_id)`.execute(db)
}

export const isCompatible = true
