import { type Kysely, sql } from 'kysely'

/** If one transaction changes more AOIs of a service, their ids are left out and clients reload everything. */
const MOST_AOIS = 1000
/** A message with this many names of 300 characters fits into a stream frame (platform/live/cut.ts). */
const MOST_STATUSES = 30

/** Tables whose rows are shown in an AOI's list row, details or counts. */
const PARTS = [
  'aoi_answer',
  'aoi_group',
  'aoi_local_map',
  'aoi_sensor',
  'log_entry',
  'public_text',
  'subscriber',
  'twin_claim',
]

/** Tables whose columns (`shown`) are part of the list row of each AOI that references them by `column`. */
const NAMES = [
  { table: 'member', column: 'creator_id', shown: ['first_name', 'last_name', 'username', 'phone', 'photo_file_id'] },
  { table: 'visitor', column: 'visitor_id', shown: ['first_name', 'last_name', 'phone'] },
  { table: 'event_type', column: 'event_type_id', shown: ['name', 'translations'] },
  { table: 'community', column: 'community_id', shown: ['title', 'translations'] },
]

/**
 * Publishes every change of an AOI, whichever statement makes it. Triggers note the changed AOIs in `aoi_change`. At
 * the commit, `publish_aoi_changes` turns the notes into live messages for readers of the service and for members who
 * hold a share or have just lost one. Messages contain only ids; rows are read at delivery. The step at the commit
 * inserts messages and deletes its own notes, so it never waits for locks of other transactions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createNotes(db)
  await noteRows(db)
  await noteParts(db)
  await noteShares(db)
  await noteReads(db)
  await noteNames(db)
  await publishNotes(db)
}

async function createNotes(db: Kysely<unknown>): Promise<void> {
  // Unlogged, because notes are deleted before their transaction commits.
  await sql`
    create unlogged table aoi_change (
      id bigint generated always as identity primary key,
      transaction_id xid8 not null default pg_current_xact_id(),
      service_id uuid not null,
      -- null if a statement changed more than MOST_AOIS rows
      aoi_id uuid,
      is_new boolean not null default false,
      has_new_status boolean not null default false,
      -- member who got or lost a share
      member_id uuid,
      -- member who read the AOI; only that member receives the message
      reader_id uuid,
      -- whether the AOI's own row changed; then counted_as is its state before the statement
      is_row boolean not null default false,
      kind text,
      created_at timestamptz,
      counted_as text
    )`.execute(db)
  await sql`create index aoi_change_transaction on aoi_change (transaction_id)`.execute(db)
}

type Event = 'insert' | 'update' | 'delete'
const transitions = {
  insert: 'new table as after',
  update: 'old table as before new table as after',
  delete: 'old table as before',
}

/** Creates the function `name` for each kind of statement, and a trigger on each table that calls it. */
async function afterStatements(
  db: Kysely<unknown>,
  { name, tables, body }: { name: string; tables: readonly string[]; body: Partial<Record<Event, string>> },
): Promise<void> {
  for (const [event, statements] of Object.entries(body) as [Event, string][]) {
    const func = sql.id(`${name}_${event}`)
    await sql`
      create function ${func}() returns trigger language plpgsql as $$ begin
        ${sql.raw(statements)}
        return null;
      end $$`.execute(db)
    for (const table of tables)
      await sql`
        create trigger ${sql.id(`${table}_noted_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
          referencing ${sql.raw(transitions[event])} for each statement execute function ${func}()`.execute(db)
  }
}

/** If a statement changed more rows, notes only their services. */
const unlessMany = (rows: string, statements: string): string => `
  if (select count(*) from ${rows}) > ${MOST_AOIS} then
    insert into aoi_change (service_id) select distinct service_id from ${rows};
  else ${statements} end if;`

/** The state under which counters count an AOI. Null for deleted and merged AOIs, which are not counted. */
const countedAs = (row: string) =>
  `case when ${row}.deleted_at is null and ${row}.main_id is null then ${row}.state end`

async function noteRows(db: Kysely<unknown>): Promise<void> {
  await afterStatements(db, {
    name: 'note_aoi',
    tables: ['aoi'],
    body: {
      insert: unlessMany(
        'after',
        `insert into aoi_change (service_id, aoi_id, is_new, is_row, kind, created_at)
        select service_id, id, true, true, kind, created_at from after;`,
      ),
      // Also notes the previous main report of a report that is no longer merged into it.
      update: unlessMany(
        'after',
        `insert into aoi_change (service_id, aoi_id, has_new_status, is_row, kind, created_at, counted_as)
        select n.service_id, n.id, n.status is distinct from o.status, true, n.kind, n.created_at, ${countedAs('o')}
        from before o join after n using (id);
        insert into aoi_change (service_id, aoi_id)
        select o.service_id, o.main_id from before o join after n using (id)
        where o.main_id is not null and o.main_id is distinct from n.main_id;`,
      ),
      delete: unlessMany(
        'before',
        `insert into aoi_change (service_id, aoi_id, is_row, kind, created_at, counted_as)
        select o.service_id, o.id, true, o.kind, o.created_at, ${countedAs('o')} from before o;
        insert into aoi_change (service_id, aoi_id) select service_id, main_id from before where main_id is not null;`,
      ),
    },
  })
}

async function noteParts(db: Kysely<unknown>): Promise<void> {
  const note = (rows: string) =>
    unlessMany(rows, `insert into aoi_change (service_id, aoi_id) select distinct service_id, aoi_id from ${rows};`)
  await afterStatements(db, {
    name: 'note_part',
    tables: PARTS,
    body: { insert: note('after'), update: note('before') + note('after'), delete: note('before') },
  })
}

async function noteShares(db: Kysely<unknown>): Promise<void> {
  const note = (rows: string) =>
    unlessMany(
      rows,
      `insert into aoi_change (service_id, aoi_id, member_id) select service_id, aoi_id, member_id from ${rows};`,
    )
  await afterStatements(db, {
    name: 'note_share',
    tables: ['share'],
    body: { insert: note('after'), update: note('before') + note('after'), delete: note('before') },
  })
}

/**
 * Notes reads that change something for the reader: reopening an AOI that has not changed is not noted, nor are reads
 * deleted together with their AOI.
 */
async function noteReads(db: Kysely<unknown>): Promise<void> {
  const note = (rows: string, from: string) => `
    if (select count(*) from ${rows}) > ${MOST_AOIS} then
      insert into aoi_change (service_id, reader_id) select distinct r.service_id, r.member_id from ${from};
    else
      insert into aoi_change (service_id, aoi_id, reader_id) select r.service_id, r.aoi_id, r.member_id from ${from};
    end if;`
  await afterStatements(db, {
    name: 'note_read',
    tables: ['aoi_read'],
    body: {
      insert: note('after', 'after r'),
      update: note(
        'after',
        `after r join before o using (member_id, aoi_id) join aoi a on a.id = r.aoi_id
        where coalesce(o.read_at < a.changed_at, r.read_at is not null) or r.updates_seen_at is distinct from o.updates_seen_at
          or r.subscriptions_seen_at is distinct from o.subscriptions_seen_at`,
      ),
      delete: note('before', 'before r join aoi a on a.id = r.aoi_id join member m on m.id = r.member_id'),
    },
  })
}

async function noteNames(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_named_aois() returns trigger language plpgsql as $$ begin
      execute format('insert into aoi_change (service_id, aoi_id) select service_id, id from (
        select service_id, id, row_number() over (partition by service_id) as place from aoi where %I = $1) named
        where place <= ${sql.lit(MOST_AOIS + 1)}', tg_argv[0]) using new.id;
      return null;
    end $$`.execute(db)
  for (const { table, column, shown } of NAMES) {
    const row = (name: string) => sql.join(shown.map((one) => sql.ref(`${name}.${one}`)))
    await sql`
      create trigger ${sql.id(`${table}_renamed`)} after update of ${sql.join(shown.map((one) => sql.id(one)))}
        on ${sql.table(table)} for each row when ((${row('old')}) is distinct from (${row('new')}))
        execute function note_named_aois(${sql.lit(column)})`.execute(db)
  }
}

async function publishNotes(db: Kysely<unknown>): Promise<void> {
  // This trigger published a message for each row, so an update of a million rows wrote a million messages.
  await sql`drop trigger aoi_recounted on aoi`.execute(db)
  await sql`drop function aoi_recounted()`.execute(db)
  await sql`
    create function publish_aoi_changes() returns trigger language plpgsql set jit = off as $$ begin
      -- jit = off because compiling the plan would take longer than running it; the table has no statistics. The
      -- trigger fires for each note; its first call processes all notes of the transaction.
      if not exists (select from aoi_change where id = new.id) then return null; end if;

      with noted as (delete from aoi_change where transaction_id = pg_current_xact_id() returning *),
      changed as (
        select service_id, aoi_id, bool_or(is_new) as is_new, bool_or(has_new_status) as has_new_status,
          array_agg(member_id) filter (where member_id is not null) as member_ids, bool_or(is_row) as is_row,
          (array_agg(kind order by id) filter (where is_row))[1] as kind,
          (array_agg(created_at order by id) filter (where is_row))[1] as created_at,
          (array_agg(counted_as order by id) filter (where is_row))[1] as counted_as
        from (
          select * from noted where reader_id is null
          union all
          -- A change of a merged report is shown with its main report.
          select n.id, n.transaction_id, n.service_id, a.main_id, false, false, null, null, false, null, null, null
          from noted n join aoi a on a.id = n.aoi_id where n.reader_id is null and a.main_id is not null) all_notes
        group by service_id, aoi_id),
      large as (
        select service_id from changed group by service_id
        having count(*) > ${sql.lit(MOST_AOIS)} or bool_or(aoi_id is null)),
      named as (
        select c.*, a.name, a.status, a.id is not null and a.deleted_at is null and a.main_id is null as is_listed,
          ${sql.raw(countedAs('a'))} as counts_as,
          array(select member_id from share where aoi_id = c.aoi_id union select unnest(c.member_ids) order by 1) as audience
        from changed c left join aoi a on a.id = c.aoi_id
        where c.service_id not in (select service_id from large)),
      recounted as (
        select service_id, jsonb_build_object('type', 'AOI_RECOUNTED', 'serviceId', service_id, 'kind', kind,
          'creationTime', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'from', counted_as, 'to', counts_as) as body
        from named where is_row and counted_as is distinct from counts_as),
      parts as (
        select *, is_new and is_listed as is_created, case when has_new_status then
          (row_number() over (partition by service_id, audience, has_new_status order by aoi_id) - 1)
            / ${sql.lit(MOST_STATUSES)} end as part
        from named),
      messages as (
        select 1 as rank, service_id, array(select s.member_id from share s join member m on m.id = s.member_id
            where s.service_id = l.service_id and m.service_id <> s.service_id) as member_ids,
          jsonb_build_object('type', 'AOI_UPDATED', 'serviceId', service_id, 'aoiIds', '[]'::jsonb) as body
        from large l
        union all
        -- Servers of version 1.1 write some of these messages themselves.
        select 2, service_id, '{}', body from recounted r
        where not exists (
          select from outbox o where o.position is null and o.xmin = pg_current_xact_id()::xid and o.body = r.body)
        union all
        select 3, service_id, audience, jsonb_build_object(
            'type', case when is_created then 'AOI_CREATED' else 'AOI_UPDATED' end, 'serviceId', service_id,
            'aoiIds', jsonb_agg(aoi_id order by aoi_id))
          || case when has_new_status then jsonb_build_object('statuses', coalesce(jsonb_agg(
            jsonb_build_object('aoiId', aoi_id, 'name', name, 'status', status)) filter (where status is not null), '[]'))
            else '{}' end
        from parts group by service_id, audience, is_created, has_new_status, part
        union all
        select 4, null, array[reader_id], jsonb_build_object('type', 'AOI_UPDATED', 'serviceId', service_id,
          'aoiIds', case when count(*) > ${sql.lit(MOST_AOIS)} or bool_or(aoi_id is null) then '[]'
            else jsonb_agg(distinct aoi_id) end)
        from noted n where reader_id is not null and not exists (
          select from changed c where c.service_id = n.service_id and (c.aoi_id = n.aoi_id or c.aoi_id is null))
        group by service_id, reader_id)
      insert into outbox (service_id, member_ids, body) select service_id, member_ids, body from messages order by rank;
      return null;
    end $$`.execute(db)
  await sql`
    create constraint trigger aoi_change_published after insert on aoi_change deferrable initially deferred
      for each row execute function publish_aoi_changes()`.execute(db)
}

export const isCompatible = true
