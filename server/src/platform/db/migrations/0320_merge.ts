import { type Kysely, sql } from 'kysely'

/**
 * Merged reports. `merged_into_id`: the report into which this one was merged. `main_id`: the report at the end of the
 * chain, which lists, maps and counters show. They differ if the former was merged again. Both are null for a report
 * that is not merged. Migration 0391 builds their indexes concurrently.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table aoi
      add column main_id uuid references aoi on delete set null,
      add column merged_into_id uuid references aoi on delete set null,
      add column merged_at timestamptz,
      add column merged_by uuid`.execute(db)

  // 0 disables it.
  await sql`
    alter table event_type
      add column twin_radius_metres int not null default 150 check (twin_radius_metres between 0 and 5000),
      add column twin_hours int not null default 24 check (twin_hours between 0 and 720)`.execute(db)

  await sql`
    create table twin_dismissal (
      service_id uuid not null references service on delete cascade,
      aoi_id uuid not null references aoi on delete cascade,
      other_id uuid not null references aoi on delete cascade,
      dismissed_by uuid references member on delete set null,
      dismissed_at timestamptz not null default now(),
      primary key (aoi_id, other_id),
      check (aoi_id < other_id)
    )`.execute(db)
  await sql`create index twin_dismissal_other on twin_dismissal (other_id)`.execute(db)
  await sql`create index twin_dismissal_service on twin_dismissal (service_id)`.execute(db)
  await sql`create index twin_dismissal_member on twin_dismissal (dismissed_by) where dismissed_by is not null`.execute(
    db,
  )
}
