import { type Kysely, sql } from 'kysely'

/** Same values as in migration 0551. */
const MOST_AOIS = 1000
const MOST_STATUSES = 30

/**
 * No longer publishes AOI_RECOUNTED for each AOI whose counted state changed. Clients refetch their counters after the
 * message about the AOI itself, and version 1.1 never had AOI_RECOUNTED. The columns of `aoi_change` for it stay empty.
 * Publishes a read that is set back in SQL, because the AOI becomes unread again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const unlessMany = (rows: string, statements: string) => `
    if (select count(*) from ${rows}) > ${MOST_AOIS} then
      insert into aoi_change (service_id) select distinct service_id from ${rows};
    else ${statements} end if;`
  const notes = {
    note_aoi_insert: unlessMany(
      'after',
      'insert into aoi_change (service_id, aoi_id, is_new) select service_id, id, true from after;',
    ),
    note_aoi_update: unlessMany(
      'after',
      `insert into aoi_change (service_id, aoi_id, has_new_status)
      select n.service_id, n.id, n.status is distinct from o.status from before o join after n using (id);
      insert into aoi_change (service_id, aoi_id)
      select o.service_id, o.main_id from before o join after n using (id)
      where o.main_id is not null and o.main_id is distinct from n.main_id;`,
    ),
    note_aoi_delete: unlessMany(
      'before',
      `insert into aoi_change (service_id, aoi_id) select service_id, id from before;
      insert into aoi_change (service_id, aoi_id) select service_id, main_id from before where main_id is not null;`,
    ),
    note_read_update: noteReads,
    publish_aoi_changes: publishChanges,
  }
  for (const [name, body] of Object.entries(notes))
    await sql`
      create or replace function ${sql.id(name)}() returns trigger language plpgsql as $$ begin
        ${sql.raw(body)}
        return null;
      end $$`.execute(db)
  // Compiling the plan would take longer than running it, because the table has no statistics.
  await sql`alter function publish_aoi_changes() set jit = off`.execute(db)
}

/** Reopening an AOI that has not changed since the last opening is not noted. */
const noteReads = `
  if (select count(*) from after) > ${MOST_AOIS} then
    insert into aoi_change (service_id, reader_id) select distinct service_id, member_id from after;
  else
    insert into aoi_change (service_id, aoi_id, reader_id) select r.service_id, r.aoi_id, r.member_id
    from after r join before o using (member_id, aoi_id) join aoi a on a.id = r.aoi_id
    where coalesce(o.read_at < a.changed_at, r.read_at is not null) or coalesce(r.read_at < o.read_at, false)
      or r.updates_seen_at is distinct from o.updates_seen_at
      or r.subscriptions_seen_at is distinct from o.subscriptions_seen_at;
  end if;`

const publishChanges = `
  -- The trigger fires for each note; its first call processes all notes of the transaction.
  if not exists (select from aoi_change where id = new.id) then return null; end if;

  with noted as (delete from aoi_change where transaction_id = pg_current_xact_id() returning *),
  changed as (
    select service_id, aoi_id, bool_or(is_new) as is_new, bool_or(has_new_status) as has_new_status,
      array_agg(member_id) filter (where member_id is not null) as member_ids
    from (
      select service_id, aoi_id, is_new, has_new_status, member_id from noted where reader_id is null
      union all
      -- A change of a merged report is shown with its main report.
      select n.service_id, a.main_id, false, false, null
      from noted n join aoi a on a.id = n.aoi_id where n.reader_id is null and a.main_id is not null) all_notes
    group by service_id, aoi_id),
  large as (
    select service_id from changed group by service_id having count(*) > ${MOST_AOIS} or bool_or(aoi_id is null)),
  named as (
    select c.*, a.name, a.status, a.id is not null and a.deleted_at is null and a.main_id is null as is_listed,
      array(select member_id from share where aoi_id = c.aoi_id union select unnest(c.member_ids) order by 1) as audience
    from changed c left join aoi a on a.id = c.aoi_id
    where c.service_id not in (select service_id from large)),
  parts as (
    select *, is_new and is_listed as is_created, case when has_new_status then
      (row_number() over (partition by service_id, audience, has_new_status order by aoi_id) - 1)
        / ${MOST_STATUSES} end as part
    from named),
  messages as (
    select 1 as rank, service_id, array(select s.member_id from share s join member m on m.id = s.member_id
        where s.service_id = l.service_id and m.service_id <> s.service_id) as member_ids,
      jsonb_build_object('type', 'AOI_UPDATED', 'serviceId', service_id, 'aoiIds', '[]'::jsonb) as body
    from large l
    union all
    select 2, service_id, audience, jsonb_build_object(
        'type', case when is_created then 'AOI_CREATED' else 'AOI_UPDATED' end, 'serviceId', service_id,
        'aoiIds', jsonb_agg(aoi_id order by aoi_id))
      || case when has_new_status then jsonb_build_object('statuses', coalesce(jsonb_agg(
        jsonb_build_object('aoiId', aoi_id, 'name', name, 'status', status)) filter (where status is not null), '[]'))
        else '{}' end
    from parts group by service_id, audience, is_created, has_new_status, part
    union all
    select 3, null, array[reader_id], jsonb_build_object('type', 'AOI_UPDATED', 'serviceId', service_id,
      'aoiIds', case when count(*) > ${MOST_AOIS} or bool_or(aoi_id is null) then '[]'
        else jsonb_agg(distinct aoi_id) end)
    from noted n where reader_id is not null and not exists (
      select from changed c where c.service_id = n.service_id and (c.aoi_id = n.aoi_id or c.aoi_id is null))
    group by service_id, reader_id)
  insert into outbox (service_id, member_ids, body) select service_id, member_ids, body from messages order by rank;`

export const isCompatible = true
