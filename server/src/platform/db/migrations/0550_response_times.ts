import { type Kysely, sql } from 'kysely'
import { givingWay } from '../give-way.ts'

/** Number of rows updated, and so locked, per transaction. */
const ROWS_PER_BATCH = 2000

/**
 * Columns from which the dashboard computes waiting times without reading log entries. `responded_at`: first entry by a
 * person other than the reporter. `first_word_at`: first entry by a member that the reporting visitor can read, or the
 * end of the event; null for reports by members. The reporter of a merged report can read entries on the main report
 * since the merge.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await briefly(db, async (brief) => {
    await sql`
      alter table aoi add column if not exists responded_at timestamptz,
        add column if not exists first_word_at timestamptz`.execute(brief)
    await createDefinition(brief)
    await followEntries(brief)
    await followEvents(brief)
  })
  await fillColumns(db)
}

/**
 * A restore runs in one transaction on tables that are not visible to others. Otherwise each step is a short
 * transaction.
 */
const briefly = (db: Kysely<unknown>, work: (db: Kysely<unknown>) => Promise<void>): Promise<void> =>
  db.isTransaction ? work(db) : givingWay(db, work)

async function createDefinition(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function aoi_responded_at(report_id uuid) returns timestamptz language sql stable as $$
      select min(e.happened_at) from aoi report join log_entry e on e.aoi_id = report.id
      where report.id = aoi_responded_at.report_id and not e.is_system
        and case e.author_kind when 'member' then e.author_id is distinct from report.creator_id else e.report_id is null end
    $$`.execute(db)
  const firstWordOn = (aoiId: string) => sql`
    select min(e.happened_at) from log_entry e
    where e.aoi_id = ${sql.ref(aoiId)} and not e.is_system and e.author_kind = 'member' and not e.restricted
      and e.recipient_id is null`
  await sql`
    create or replace function aoi_first_word_at(report_id uuid) returns timestamptz language sql stable as $$
      select least(
        (${firstWordOn('report.id')}),
        (${firstWordOn('report.main_id')} and e.report_id is null and e.received_at > report.merged_at),
        (select main.archived_at from aoi main
          where main.id = coalesce(report.main_id, report.id) and main.archived_by is not null))
      from aoi report where report.id = aoi_first_word_at.report_id and report.visitor_id is not null
    $$`.execute(db)

  // Transactions that write entries lock the AOI first, so the update sees the entries of all that have committed.
  await sql`
    create or replace function refresh_response_times(aoi_ids uuid[]) returns void language plpgsql as $$
    declare family uuid[];
    begin
      family := array(
        select id from aoi
        where id in (select unnest(aoi_ids) union all select m.id from aoi m where m.main_id = any(aoi_ids))
        order by id for no key update);
      update aoi a set responded_at = now_is.responded_at, first_word_at = now_is.first_word_at
      from (select id, aoi_responded_at(id) as responded_at, aoi_first_word_at(id) as first_word_at
        from unnest(family) as f (id)) now_is
      where a.id = now_is.id
        and (a.responded_at, a.first_word_at) is distinct from (now_is.responded_at, now_is.first_word_at);
    end $$`.execute(db)
}

async function followEntries(db: Kysely<unknown>): Promise<void> {
  const columns = sql`id, aoi_id, is_system, author_kind, author_id, report_id, restricted, recipient_id, happened_at, received_at`
  const changed = {
    insert: sql`select aoi_id from after where not is_system`,
    update: sql`(select ${columns} from before except select ${columns} from after)
      union all (select ${columns} from after except select ${columns} from before)`,
    delete: sql`select aoi_id from before where not is_system`,
  }
  const tables = {
    insert: 'new table as after',
    update: 'old table as before new table as after',
    delete: 'old table as before',
  }
  for (const event of ['insert', 'update', 'delete'] as const) {
    const name = sql.id(`log_entry_response_times_${event}`)
    await sql`
      create or replace function ${name}() returns trigger language plpgsql as $$
      declare aoi_ids uuid[] := array(select distinct c.aoi_id from (${changed[event]}) c);
      begin
        if aoi_ids <> '{}' then perform refresh_response_times(aoi_ids); end if;
        return null;
      end $$`.execute(db)
    await sql`
      create or replace trigger log_entry_response_times_${sql.raw(event)} after ${sql.raw(event)} on log_entry
        referencing ${sql.raw(tables[event])} for each statement execute function ${name}()`.execute(db)
  }
}

async function followEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function aoi_response_times() returns trigger language plpgsql as $$ begin
      perform refresh_response_times(array[new.id]);
      return null;
    end $$`.execute(db)
  await sql`
    create or replace trigger aoi_response_times_insert after insert on aoi for each row
      when (new.archived_by is not null or new.main_id is not null) execute function aoi_response_times()`.execute(db)
  const columns = ['archived_at', 'archived_by', 'main_id', 'merged_at', 'creator_id', 'visitor_id']
  const row = (name: string) => sql.join(columns.map((column) => sql.ref(`${name}.${column}`)))
  await sql`
    create or replace trigger aoi_response_times_update after update of ${sql.join(columns.map((column) => sql.id(column)))}
      on aoi for each row when ((${row('old')}) is distinct from (${row('new')}))
      execute function aoi_response_times()`.execute(db)
}

/**
 * `number` never changes, so concurrent updates do not affect the order. Triggers fill rows that are inserted
 * meanwhile.
 */
async function fillColumns(db: Kysely<unknown>): Promise<void> {
  let last: number | null = 0
  while (last !== null) {
    const from = last
    await briefly(db, async (brief) => {
      const { rows } = await sql<{ last: number | null }>`
        with batch as materialized (
          select id, number from aoi where number > ${from} order by number limit ${sql.lit(ROWS_PER_BATCH)})
        select max(number) as last, refresh_response_times(array_agg(id)) from batch`.execute(brief)
      last = rows[0]?.last ?? null
    })
  }
}

export const outsideTransaction = true
export const isCompatible = true
