import { type Kysely, sql } from 'kysely'
import { givingWay } from '../give-way.ts'

/** A table whose rows belong to the service of the row that `column` names, `<parent>_id` unless given. */
export type Child = { table: string; parent: string; column?: string }

export const columnOf = ({ parent, column = `${parent}_id` }: Child): string => column

/** Pages of 8 KB whose rows are filled in one transaction: up to 20,000 small rows, locked for half a second. */
const PAGES_AT_ONCE = 200

/**
 * Gives a table the column `service_id`, never null, while servers read and write it. Triggers keep it right: a row that
 * comes without it, as from an older version, gets that of its parent, and one that moves to another parent gets that
 * one's. The parent itself can never change its service. Can be run again after it was cut off.
 */
export async function carryService(db: Kysely<unknown>, child: Child): Promise<void> {
  await addColumn(db, child)
  await fillColumn(db, child)
  await forbidNull(db, child)
}

/** In the one transaction of a restore nobody else sees the tables; else each step is a short transaction of its own. */
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
  // What was changed meanwhile lies elsewhere now.
  await briefly(db, async (brief) => {
    await fill.execute(brief)
  })
}

/** Every row is looked at while the table is used: `set not null` alone would do so while nobody may read it. */
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
