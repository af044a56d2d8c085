import { type Kysely, sql } from 'kysely'
import { ownsFile } from './ownsFile.ts'

/** Communities, their groups, and the criteria by which a group is rated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table community (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      title text not null check (length(title) between 1 and 200),
      translations jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index community_service on community (service_id, title)`.execute(db)

  await sql`
    create table community_group (
      id uuid primary key,
      community_id uuid not null references community on delete cascade,
      name text not null check (length(name) between 1 and 200),
      description_html text not null default '' check (length(description_html) <= 100000),
      photo_file_id uuid,
      admin_id uuid references member on delete set null,
      address text not null default '' check (length(address) <= 500),
      position point check (position[0] between -180 and 180 and position[1] between -90 and 90),
      local_map_id uuid references local_map on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index community_group_community on community_group (community_id, name)`.execute(db)
  await sql`create index community_group_admin on community_group (admin_id)`.execute(db)
  await sql`create index community_group_local_map on community_group (local_map_id)`.execute(db)
  await ownsFile(db, 'community_group', 'photo_file_id')

  await sql`
    create table group_member (
      id uuid primary key,
      group_id uuid not null references community_group on delete cascade,
      member_id uuid references member on delete cascade,
      visitor_id uuid references visitor on delete cascade,
      joined_at timestamptz not null default now(),
      check (num_nonnulls(member_id, visitor_id) = 1),
      unique (group_id, member_id),
      unique (group_id, visitor_id)
    )`.execute(db)
  await sql`create index group_member_member on group_member (member_id)`.execute(db)
  await sql`create index group_member_visitor on group_member (visitor_id)`.execute(db)

  await sql`
    create table criterion (
      id uuid primary key,
      group_id uuid not null references community_group on delete cascade,
      name text not null check (length(name) between 1 and 200),
      photo_file_id uuid,
      -- a criterion counts the entries of one action or the reports of one event type
      action_id uuid references action on delete cascade,
      event_type_id uuid references event_type on delete cascade,
      target_per_month integer not null default 1 check (target_per_month > 0),
      sort_order integer not null default 0,
      created_at timestamptz not null default now(),
      check (num_nonnulls(action_id, event_type_id) = 1)
    )`.execute(db)
  await sql`create index criterion_group on criterion (group_id, sort_order)`.execute(db)
  await sql`create index criterion_action on criterion (action_id)`.execute(db)
  await sql`create index criterion_event_type on criterion (event_type_id)`.execute(db)
  await ownsFile(db, 'criterion', 'photo_file_id')
}
