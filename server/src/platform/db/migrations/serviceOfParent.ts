import { type Kysely, sql } from 'kysely'
import { givingWay } from '../give-way.ts'

/** A table whose rows belong to the service of a parent row, referenced by `column` (default: `<parent>_id`). */
export type Child = { table: string; parent: string; column?: string }

export const columnOf = ({ parent, column = `${parent}_id` }: Child): string => column

/** Pages of 8 KB updated per transaction: up to 20,000 small rows, locked for half a second. */
const PAGES_AT_ONCE = 200

/**
 * Adds a non-null column `service_id` to a table that servers use meanwhile. Triggers fill it for rows from servers of
 * an older version and for rows that move to another parent, and forbid changes of the parent's service. Repeatable
 * after an interruption.
 */
export async function carryService(db: Kysely<unknown>, child: Child): Promise<void> {
  await addColumn(db, child)
  await fillColumn(db, child)
  await forbidNull(db, child)
}

/**
 * A restore runs in one transaction on tables that are not visible to others. Otherwise each step is a short
 * transaction.
 */
const briefly = (db: Kysely<unknown>, work: (db: Kysely<unknown>) => Promise<void>): Promise<void> =>
  db.isTransaction ? work(db) : givingWay(db, work)

async function addColumn(db: Kysely<unknown>, child: Child): Promise<void> {
  const [table, parent, column] = [sql.id(child.table), sql.id(child.parent), sql.id(columnOf(child))]
  const lookUp = sql.id(`service_of_${child.parent}`)
  await briefly(db, async (brief) => {
    await sql`alter table ${table} add column if not exists service_id uuid`.execute(brief)
    await sql`
      create or replace function ${lookUp}() returns trigger language plpgsql as $$ begin
        new.service_id := (select service_id from ${parent} where id = new.${column});
        return new;
      end $$`.execute(brief)
    await sql`
      create or replace trigger ${sql.id(`${child.table}_service_filled`)} before insert on ${table} for each row
        when (new.service_id is null) execute function ${lookUp}()`.execute(brief)
    await sql`
      create or replace trigger ${sql.id(`${child.table}_service_follows`)} before update of ${column} on ${table}
        for each row when (new.${column} is distinct from old.${column}) execute function ${lookUp}()`.execute(brief)
  })
  await briefly(db, async (brief) => {
    await sql`
      create or replace function service_stays() returns trigger language plpgsql as $$ begin
        raise exception 'a row of % never changes its service', tg_table_name;
      end $$`.execute(brief)
    await sql`
      create or replace trigger ${sql.id(`${child.parent}_service_stays`)} before update of service_id on ${parent}
        for each row when (new.service_id is distinct from old.service_id) execute function service_stays()`.execute(
      brief,
    )
  })
}

async function fillColumn(db: Kysely<unknown>, child: Child): Promise<void> {
  const [table, parent, column] = [sql.id(child.table), sql.id(child.parent), sql.id(columnOf(child))]
  const fill = sql`
    update ${table} set service_id = (select p.service_id from ${parent} p where p.id = ${table}.${column})
    where service_id is null`
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size(${child.table}::regclass) / current_setting('block_size')::int)::int as pages`.execute(db)
  const tid = (page: number) => sql`${`(${page},0)`}::tid`
  for (let page = 0; page < (rows[0]?.pages ?? 0); page += PAGES_AT_ONCE)
    await briefly(db, async (brief) => {
      await sql`${fill} and ctid >= ${tid(page)} and ctid < ${tid(page + PAGES_AT_ONCE)}`.execute(brief)
    })
  // Catches rows that were updated during the loop and so moved to another page.
  await briefly(db, async (brief) => {
    await fill.execute(brief)
  })
}

/**
 * Validates a check constraint first, which does not block the table. `set not null` alone would block it during a full
 * scan.
 */
async function forbidNull(db: Kysely<unknown>, child: Child): Promise<void> {
  const [table, check] = [sql.id(child.table), sql.id(`${child.table}_has_service`)]
  await briefly(db, async (brief) => {
    await sql`alter table ${table} drop constraint if exists ${check}`.execute(brief)
    await sql`alter table ${table} add constraint ${check} check (service_id is not null) not valid`.execute(brief)
  })
  await sql`alter table ${table} validate constraint ${check}`.execute(db)
  await briefly(db, async (brief) => {
    await sql`alter table ${table} alter column service_id set not null`.execute(brief)
    await sql`alter table ${table} drop constraint ${check}`.execute(brief)
  })
}
