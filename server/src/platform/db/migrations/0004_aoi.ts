import { type Kysely, sql } from 'kysely'
import { ownsFile } from './ownsFile.ts'

/** Areas of interest (events, activities, sensor areas) with their answers, log entries, shares and readers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createAois(db)
  await indexAois(db)
  await createParts(db)
  await createEntries(db)
  await createReaders(db)
}

/** Width of the Web Mercator grid: 2^30 cells of 4 cm at the equator. Both halves fit an int4. */
const gridCells = sql.lit(1_073_741_824)
/** The largest latitude of Web Mercator. */
const northernmost = sql.lit(85.0511287798066)

async function createAois(db: Kysely<unknown>) {
  await sql`create sequence aoi_number`.execute(db)
  await sql`
    create table aoi (
      id uuid primary key,
      number bigint not null unique default nextval('aoi_number'),
      service_id uuid not null references service on delete cascade,
      kind text not null check (kind in ('event', 'activity', 'sensor')),

      -- chosen by the client, in ms since 1970; if it was taken, the server stores another one and keeps the client's
      -- in requested_nonce
      nonce bigint not null unique check (nonce > 0),
      requested_nonce bigint,
      -- hash of the client's request, which distinguishes a retry from another report with the same nonce
      content_hash bytea,

      name text not null check (length(name) between 1 and 300),
      name_key text collate "C" not null generated always as (lower(name)) stored,
      description_html text not null default '' check (length(description_html) <= 200000),
      description_text text not null default '' check (length(description_text) <= 200000),
      -- name, description, answers and visitor's name in lower case; numbers and members are searched by their own
      -- columns
      search_text text not null default '',
      image_file_id uuid,

      event_type_id uuid references event_type,
      creator_id uuid references member on delete set null,
      visitor_id uuid references visitor on delete set null,
      is_anonymous boolean not null default false,

      place point not null check (place[0] between -180 and 180 and place[1] between -90 and 90),
      altitude double precision not null default 1,
      grid_x integer not null generated always as
        (least(${gridCells} - 1, floor((place[0] + 180) / 360 * ${gridCells}))::integer) stored,
      grid_y integer not null generated always as
        (least(${gridCells} - 1, greatest(0, floor(
          (1 - asinh(tan(radians(least(${northernmost}, greatest(-${northernmost}, place[1]))))) / pi())
          / 2 * ${gridCells})))::integer) stored,
      -- found by the geocoder when the place was saved
      address text check (length(address) <= 500),
      region_id uuid references region on delete set null,
      is_region_chosen boolean not null default false,

      -- columns of activities
      community_id uuid references community,
      start_at timestamptz,
      end_at timestamptz,
      is_public boolean not null default false,

      -- columns of sensor areas: a circle or a polygon, and the worst state of the area's sensors
      radius_metres double precision check (radius_metres > 0),
      coordinates jsonb,
      status text check (status in ('OK', 'ALERT', 'ERROR')),
      status_at timestamptz,

      -- whether it was shared by a member or an action, or someone other than its creator wrote an entry
      is_worked_on boolean not null default false,
      archived_at timestamptz,
      archived_by uuid,
      state text not null generated always as
        (case when archived_at is not null then 'done' when is_worked_on then 'inProgress' else 'new' end) stored,

      -- created_at by the device's clock, received_at by the server's
      created_at timestamptz not null default now(),
      received_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- The last change, and the last change before it by anyone other than changed_by. For any reader, one of the two
      -- is the last change by someone else. The members have no foreign keys, because each would need an index.
      changed_at timestamptz not null default now(),
      changed_by uuid,
      changed_by_others_at timestamptz,
      deleted_at timestamptz,
      deleted_by uuid,

      check (end_at >= start_at),
      check ((kind = 'activity') = (community_id is not null)),
      check (kind <> 'activity' or num_nonnulls(start_at, end_at) > 0),
      check (kind = 'activity' or (num_nonnulls(start_at, end_at) = 0 and not is_public)),
      check ((kind = 'sensor') = (status is not null)),
      check (kind = 'sensor' or num_nonnulls(radius_metres, coordinates) = 0)
    )`.execute(db)
  await sql`alter sequence aoi_number owned by aoi.number`.execute(db)
  await ownsFile(db, 'aoi', 'image_file_id')
}

/**
 * Lists are read by keyset within a service, kind and, optionally, state. The state comes before the time because 92 %
 * of the rows have the same state, and a list of another state would scan all of them.
 */
async function indexAois(db: Kysely<unknown>) {
  const list = (name: string, columns: string) =>
    sql`create index ${sql.id(name)} on aoi (${sql.raw(columns)}) where deleted_at is null`.execute(db)

  await list('aoi_newest', 'service_id, kind, created_at desc, id desc')
  await list('aoi_newest_by_state', 'service_id, kind, state, created_at desc, id desc')
  await list('aoi_by_name', 'service_id, kind, name_key, id')
  await list('aoi_by_state_and_name', 'service_id, kind, state, name_key, id')
  await sql`create index aoi_place on aoi using gist (place) where deleted_at is null`.execute(db)
  await sql`create index aoi_search on aoi using gin (search_text gin_trgm_ops) where deleted_at is null`.execute(db)
  await sql`
    create index aoi_calendar on aoi (service_id, (coalesce(start_at, end_at)))
      where kind = 'activity' and deleted_at is null`.execute(db)

  // These indexes also serve foreign keys, so they include deleted rows.
  await sql`create index aoi_creator on aoi (creator_id, created_at desc, id desc)`.execute(db)
  await sql`create index aoi_event_type on aoi (event_type_id, created_at desc, id desc)`.execute(db)
  await sql`create index aoi_region on aoi (region_id, created_at desc) where region_id is not null`.execute(db)
  await sql`create index aoi_community on aoi (community_id) where community_id is not null`.execute(db)
  await sql`create index aoi_visitor on aoi (visitor_id) where visitor_id is not null`.execute(db)
  await sql`create index aoi_deleted on aoi (service_id, deleted_at desc) where deleted_at is not null`.execute(db)

  // Lets a retry find the AOI that the first attempt stored under another nonce.
  await sql`
    create unique index aoi_moved_nonce on aoi (requested_nonce, coalesce(creator_id, visitor_id), content_hash)
      where requested_nonce is not null`.execute(db)
}

async function createParts(db: Kysely<unknown>) {
  await sql`
    create table aoi_answer (
      aoi_id uuid not null references aoi on delete cascade,
      question_id uuid not null references question,
      -- the question's text when it was answered
      question_name text not null check (length(question_name) <= 500),
      value text not null check (length(value) <= 5000),
      value_key text collate "C" not null generated always as (lower(left(btrim(value), 200))) stored,
      sort_order integer not null default 0,
      primary key (aoi_id, question_id)
    )`.execute(db)
  await sql`create index aoi_answer_question on aoi_answer (question_id, value_key)`.execute(db)

  await sql`
    create table aoi_group (
      aoi_id uuid not null references aoi on delete cascade,
      group_id uuid not null references community_group on delete cascade,
      primary key (aoi_id, group_id)
    )`.execute(db)
  await sql`create index aoi_group_group on aoi_group (group_id)`.execute(db)

  await sql`
    create table aoi_local_map (
      aoi_id uuid not null references aoi on delete cascade,
      local_map_id uuid not null references local_map on delete cascade,
      -- position on the plan from its top left corner, as fractions of its width and height
      position point not null,
      sort_order integer not null default 0,
      primary key (aoi_id, local_map_id)
    )`.execute(db)
  await sql`create index aoi_local_map_local_map on aoi_local_map (local_map_id)`.execute(db)

  await sql`
    create table subscriber (
      id uuid primary key,
      aoi_id uuid not null references aoi on delete cascade,
      visitor_id uuid not null references visitor on delete cascade,
      created_at timestamptz not null default now(),
      -- when the member left or was removed; private entries stay private
      removed_at timestamptz,
      removed_by uuid,
      unique (aoi_id, visitor_id)
    )`.execute(db)
  await sql`create index subscriber_visitor on subscriber (visitor_id)`.execute(db)
}

async function createEntries(db: Kysely<unknown>) {
  await sql`
    create table log_entry (
      id uuid primary key,
      aoi_id uuid not null references aoi on delete cascade,
      type text not null check (type in ('text', 'action')),
      is_system boolean not null default false,
      author_id uuid references member on delete set null,
      visitor_id uuid references visitor on delete set null,
      -- the author's name when the entry was written
      author_name text not null default '' check (length(author_name) <= 400),
      text text not null default '' check (length(text) <= 20000),

      -- the action's name, unit and value when it was logged; value_number is for comparisons and sums
      action_id uuid references action on delete set null,
      action_name text check (length(action_name) <= 200),
      unit text check (unit in ('Dollar', 'Text', 'Number')),
      value text check (length(value) <= 2000),
      value_number numeric,
      params jsonb not null default '[]',
      -- change recorded by the system: {field, from, to, …}
      change jsonb,

      restricted boolean not null default true,
      -- only members and this subscriber can read the entry
      recipient_id uuid references subscriber on delete cascade,
      keywords text[] not null default '{}',
      send_notification boolean not null default false,
      nonce bigint check (nonce > 0),
      content_hash bytea,
      -- happened_at by the device's clock, received_at by the server's
      happened_at timestamptz not null default now(),
      received_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index log_entry_aoi on log_entry (aoi_id, happened_at desc, id desc)`.execute(db)
  await sql`create index log_entry_author on log_entry (author_id, happened_at desc)`.execute(db)
  await sql`
    create index log_entry_action on log_entry (action_id, happened_at) where action_id is not null`.execute(db)
  await sql`create index log_entry_visitor on log_entry (visitor_id) where visitor_id is not null`.execute(db)
  await sql`create index log_entry_recipient on log_entry (recipient_id) where recipient_id is not null`.execute(db)
  await sql`
    create unique index log_entry_nonce on log_entry (nonce, coalesce(author_id, visitor_id), content_hash)
      where nonce is not null`.execute(db)
}

async function createReaders(db: Kysely<unknown>) {
  await sql`
    create table share (
      aoi_id uuid not null references aoi on delete cascade,
      member_id uuid not null references member on delete cascade,
      -- after 'system' (automatic sharing with the responsible role) the event stays New
      source text not null check (source in ('member', 'action', 'system')),
      shared_by uuid,
      shared_at timestamptz not null default now(),
      done_at timestamptz,
      primary key (aoi_id, member_id)
    )`.execute(db)
  await sql`create index share_open on share (member_id, shared_at desc) where done_at is null`.execute(db)
  await sql`create index share_member on share (member_id)`.execute(db)

  await sql`
    create table aoi_read (
      member_id uuid not null references member on delete cascade,
      aoi_id uuid not null references aoi on delete cascade,
      read_at timestamptz,
      updates_seen_at timestamptz,
      subscriptions_seen_at timestamptz,
      primary key (member_id, aoi_id)
    )`.execute(db)
  await sql`create index aoi_read_aoi on aoi_read (aoi_id)`.execute(db)
}
