import { type Kysely, sql } from 'kysely'

/**
 * Live messages contain rows of AOIs, and a client may receive an older row after a newer one. `revision` increases
 * with every update of a row, so that the client can ignore the older one. Changes that affect the counters (new, in
 * progress, done) have a message of their own. A trigger writes it, because any statement may cause such a change. It
 * contains no AOI, only kind, time and states.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table aoi add column revision bigint not null default 1`.execute(db)
  await sql`
    create function aoi_revised() returns trigger language plpgsql as $$ begin
      new.revision := old.revision + 1;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger aoi_revised before update on aoi for each row execute function aoi_revised()`.execute(db)

  // Deleted and merged AOIs are not counted.
  await sql`
    create function aoi_recounted() returns trigger language plpgsql as $$ begin
      insert into outbox (service_id, body) values (new.service_id, jsonb_build_object(
        'type', 'AOI_RECOUNTED', 'serviceId', new.service_id, 'kind', new.kind,
        'creationTime', to_char(new.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'from', case when old.deleted_at is null and old.main_id is null then old.state end,
        'to', case when new.deleted_at is null and new.main_id is null then new.state end));
      return null;
    end $$`.execute(db)
  await sql`
    create trigger aoi_recounted after update of archived_at, is_worked_on, deleted_at, main_id on aoi for each row
    when (case when old.deleted_at is null and old.main_id is null then old.state end
      is distinct from case when new.deleted_at is null and new.main_id is null then new.state end)
    execute function aoi_recounted()`.execute(db)
}

export const isCompatible = true
