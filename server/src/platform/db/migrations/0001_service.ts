import { type Kysely, sql } from 'kysely'
import { needsExtension } from './needsExtension.ts'
import { ownsFile } from './ownsFile.ts'

/** A service (the tenant), its files, and what its members choose from: roles, actions, event types, regions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await needsExtension(db, 'pg_trgm')

  await sql`
    create table service (
      id uuid primary key,
      title text not null check (length(title) between 1 and 200),
      logo_file_id uuid,
      colours jsonb not null default '{}',
      translations jsonb not null default '{}',
      -- terms of use in sanitised HTML, by language
      terms jsonb not null default '{}',
      terms_updated_at timestamptz,
      chat_template text check (length(chat_template) <= 500),
      -- an empty value selects the server's map or geocoder
      map jsonb not null default '{}',
      geocoder jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db)

  await sql`
    create table server_setting (
      only_row boolean primary key default true check (only_row),
      name text not null default 'Standalone' check (length(name) between 1 and 200),
      offline_mode boolean not null default false,
      map jsonb not null default '{}',
      geocoder jsonb not null default '{}',
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`insert into server_setting default values`.execute(db)

  await sql`
    create table secret (
      name text primary key,
      value jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db)

  await createFiles(db)
  await createRolesAndActions(db)
  await createEventTypes(db)
  await createRegions(db)
}

/**
 * Each file belongs to one row of another table. `detached_at`: since when no row references the file. It is set for a
 * new upload, then kept up to date by the triggers of ownsFile(). Files that stay detached are deleted.
 */
async function createFiles(db: Kysely<unknown>) {
  await sql`
    create table file (
      id uuid primary key,
      -- the unguessable part of the file's address
      token text not null unique check (length(token) >= 22),
      -- set to null, not cascaded, because the stored bytes must be removed before the row
      service_id uuid references service on delete set null,
      kind text not null check (kind in ('image', 'audio', 'video')),
      mime text not null check (length(mime) <= 100),
      bytes bigint not null check (bytes >= 0),
      width integer check (width > 0),
      height integer check (height > 0),
      -- smaller copies of an image: [{name, mime, width, height, bytes}]
      variants jsonb not null default '[]',
      created_at timestamptz not null default now(),
      detached_at timestamptz default now()
    )`.execute(db)
  await sql`create index file_service on file (service_id)`.execute(db)
  await sql`create index file_detached on file (detached_at) where detached_at is not null`.execute(db)

  await sql`
    create function file_attach() returns trigger language plpgsql as $$ begin
      update file set detached_at = null where id = (to_jsonb(new) ->> tg_argv[0])::uuid;
      return null;
    end $$`.execute(db)
  await sql`
    create function file_detach() returns trigger language plpgsql as $$ begin
      update file set detached_at = now() where id = (to_jsonb(old) ->> tg_argv[0])::uuid;
      return null;
    end $$`.execute(db)

  await ownsFile(db, 'service', 'logo_file_id')
}

async function createRolesAndActions(db: Kysely<unknown>) {
  await sql`
    create table role (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      name text not null check (length(name) between 1 and 200),
      is_viewer boolean not null default false,
      default_view text not null default 'MAP' check (default_view in ('MAP', 'CALENDAR', 'DASHBOARD')),
      -- ids of metrics, or names of built-in metrics
      default_metrics text[] not null default '{}' check (cardinality(default_metrics) <= 3),
      sort_order integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index role_service on role (service_id, sort_order)`.execute(db)

  await sql`
    create table action (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      name text not null check (length(name) between 1 and 200),
      unit text not null check (unit in ('Dollar', 'Text', 'Number')),
      value text not null default '' check (length(value) <= 2000),
      is_auto_sharing boolean not null default false,
      -- role with which an event is shared when the action is logged
      auto_share_role_id uuid references role,
      is_custom_value boolean not null default false,
      set_of_values_enabled boolean not null default false,
      "values" text[] not null default '{}',
      sort_order integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- logged actions are archived instead of deleted, so that their entries keep them
      archived_at timestamptz,
      check (not is_auto_sharing or auto_share_role_id is not null)
    )`.execute(db)
  await sql`create index action_service on action (service_id, sort_order)`.execute(db)
  await sql`create index action_auto_share_role on action (auto_share_role_id)`.execute(db)

  await sql`
    create table role_action (
      role_id uuid not null references role on delete cascade,
      action_id uuid not null references action on delete cascade,
      label text check (length(label) <= 200),
      custom_value text check (length(custom_value) <= 2000),
      sort_order integer not null default 0,
      primary key (role_id, action_id)
    )`.execute(db)
  await sql`create index role_action_action on role_action (action_id)`.execute(db)
}

async function createEventTypes(db: Kysely<unknown>) {
  await sql`
    create table event_type (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      name text not null check (length(name) between 1 and 200),
      -- {he: {name, guide}}
      translations jsonb not null default '{}',
      guide text not null default '' check (length(guide) <= 20000),
      url text check (length(url) <= 2000),
      responsible_role_id uuid references role,
      anonymous boolean not null default false,
      is_photo_required boolean not null default false,
      unit text not null default 'Number' check (unit in ('Dollar', 'Text', 'Number')),
      value text not null default '1' check (length(value) <= 2000),
      icon text not null default 'alert-circle' check (length(icon) <= 100),
      colour text not null default '#1c7ed6' check (colour ~ '^#[0-9a-f]{6}$'),
      sort_order integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- types with reports are archived instead of deleted
      archived_at timestamptz
    )`.execute(db)
  await sql`create index event_type_service on event_type (service_id, sort_order)`.execute(db)
  await sql`create index event_type_responsible_role on event_type (responsible_role_id)`.execute(db)

  await sql`
    create table role_event_type (
      role_id uuid not null references role on delete cascade,
      event_type_id uuid not null references event_type on delete cascade,
      sort_order integer not null default 0,
      primary key (role_id, event_type_id)
    )`.execute(db)
  await sql`create index role_event_type_event_type on role_event_type (event_type_id)`.execute(db)

  await sql`
    create table question (
      id uuid primary key,
      event_type_id uuid not null references event_type on delete cascade,
      name text not null check (length(name) between 1 and 500),
      kind text not null default 'text' check (kind in ('text', 'number', 'choice', 'yesNo', 'date')),
      choices text[] not null default '{}',
      -- initial value of the field
      value text not null default '' check (length(value) <= 2000),
      -- {he: {name, 'choices.Small': …}}
      translations jsonb not null default '{}',
      is_required boolean not null default true,
      sort_order integer not null default 0,
      created_at timestamptz not null default now(),
      archived_at timestamptz
    )`.execute(db)
  await sql`create index question_event_type on question (event_type_id, sort_order)`.execute(db)
}

async function createRegions(db: Kysely<unknown>) {
  await sql`
    create table region (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      name text not null check (length(name) between 1 and 200),
      translations jsonb not null default '{}',
      -- GeoJSON coordinates of one polygon, the outer ring first; the columns below are derived from them
      coordinates jsonb not null check (jsonb_array_length(coordinates -> 0) between 4 and 10000),
      outline polygon not null,
      west double precision not null check (west >= -180),
      south double precision not null check (south >= -90),
      east double precision not null check (east <= 180),
      north double precision not null check (north <= 90),
      sort_order integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index region_service on region (service_id, sort_order)`.execute(db)
  await sql`
    create function region_shape() returns trigger language plpgsql as $$ begin
      select ('(' || string_agg(format('(%s,%s)', corner ->> 0, corner ->> 1), ',' order by place) || ')')::polygon,
             min((corner ->> 0)::float8), min((corner ->> 1)::float8),
             max((corner ->> 0)::float8), max((corner ->> 1)::float8)
        into new.outline, new.west, new.south, new.east, new.north
        from jsonb_array_elements(new.coordinates -> 0) with ordinality as ring (corner, place);
      return new;
    end $$`.execute(db)
  await sql`
    create trigger region_shaped before insert or update of coordinates on region
      for each row execute function region_shape()`.execute(db)

  await sql`
    create table local_map (
      id uuid primary key,
      service_id uuid not null references service on delete cascade,
      region_id uuid references region on delete set null,
      name text not null check (length(name) between 1 and 200),
      image_file_id uuid,
      -- an image on the map: its corner and size in degrees, its rotation in degrees clockwise
      origin_x double precision not null check (origin_x between -180 and 180),
      origin_y double precision not null check (origin_y between -90 and 90),
      width double precision not null check (width > 0),
      height double precision not null check (height > 0),
      rotation double precision not null default 0,
      opacity double precision not null default 0.8 check (opacity between 0 and 1),
      sort_order integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index local_map_service on local_map (service_id, sort_order)`.execute(db)
  await sql`create index local_map_region on local_map (region_id)`.execute(db)
  await ownsFile(db, 'local_map', 'image_file_id')
}
