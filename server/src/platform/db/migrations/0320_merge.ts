import { type Kysely, sql } from 'kysely'

/**
 * Reports of one event. `merged_into_id` is the report that this one was merged into, `main_id` the one at the top that
 * lists, maps and counters show: they differ if that report was merged further. Both are null for a report that stands by
 * itself. Their indexes are built by 0391, while the table is used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table aoi
      add column main_id uuid references aoi on delete set null,
      add column merged_into_id uuid references aoi on delete set null,
      add column merged_at timestamptz,
      add column merged_by uuid`.execute(db)

  // 0 is off.
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
