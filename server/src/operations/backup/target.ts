import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { APPLICATION_NAME } from '../../platform/db/database.ts'
import { migrateInTransaction } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/list.ts'
import type { SchemaMigration } from '../../platform/db/migrations/migration.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import { UPGRADE_NOTE } from '../../platform/db/upgrade-note.ts'
import { ArchiveProblem, type Manifest } from './format.ts'
import { listSequences, quote, readTables } from './snapshot.ts'

/** The functions here change the database that a restore writes to, inside the transaction of the restore. */

/** This version's migrations with these names; undefined if a name is unknown. */
export function migrationsNamed(names: readonly string[]): Record<string, SchemaMigration> | undefined {
  const entries = names.map((name) => [name, migrations[name]] as const)
  if (entries.some(([, migration]) => !migration)) return undefined
  return Object.fromEntries(entries) as Record<string, SchemaMigration>
}

const CLOSING_MS = 1_000
const CLOSING_POLL_MS = 50

/** Refuses a database in use, because the server would continue with its in-memory state. */
export async function refuseIfInUse(client: pg.Client): Promise<void> {
  const isUsed = async () => {
    const { rows } = await client.query(
      `select exists (select from pg_stat_activity
         where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()) as is_used`,
      [APPLICATION_NAME],
    )
    return rows[0].is_used
  }
  // PostgreSQL lists a closed connection for a moment longer.
  const deadline = performance.now() + CLOSING_MS
  while ((await isUsed()) && performance.now() < deadline) await pause(CLOSING_POLL_MS)
  if (await isUsed()) throw new ArchiveProblem('A server is using this database. Stop it, then restore again.')
}

export async function holdsData(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select to_regclass('member') is not null and to_regclass('service') is not null as is_there`,
  )
  if (!rows[0].is_there) return false
  const found = await client.query('select exists (select from member) or exists (select from service) as is_used')
  return found.rows[0].is_used
}

type SchemaObject = { kind: 'table' | 'view' | 'materialized view' | 'sequence' | 'function' | 'type'; name: string }

const objectsSql = `
  with ours as (select $1::text::regnamespace as namespace),
  extended as (select objid from pg_depend where deptype = 'e')
  select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind,
    quote_ident(relname) as name
  from pg_class, ours where relnamespace = namespace and relkind in ('r', 'p', 'v', 'm', 'S') and not relispartition
    and oid not in (select objid from extended)
    and not exists (select from pg_depend d where d.objid = pg_class.oid and relkind = 'S' and d.deptype in ('a', 'i'))
  union all
  select 'function', quote_ident(proname) || '(' || pg_get_function_identity_arguments(oid) || ')'
  from pg_proc, ours where pronamespace = namespace and oid not in (select objid from extended)
  union all
  select 'type', quote_ident(typname) from pg_type, ours
  where typnamespace = namespace and typtype in ('e', 'd') and oid not in (select objid from extended)`

const MADE_BY_NO_MIGRATION: readonly string[] = ['kysely_migration', UPGRADE_NOTE]

async function readObjects(client: pg.Client, schema: string): Promise<SchemaObject[]> {
  return (await client.query<SchemaObject>(objectsSql, [quote(schema)])).rows
}

/**
 * Drops only objects that Cohesion created in this database. To find these objects, the applied migrations run in
 * another schema for trial.
 */
export async function dropCohesion(client: pg.Client, transaction: Transaction<Database>): Promise<void> {
  const { rows: place } = await client.query(
    `select current_schema() as schema, to_regclass('kysely_migration') is not null as is_ours`,
  )
  const { schema, is_ours: isOurs } = place[0]
  if (!isOurs) return
  const { rows: applied } = await client.query<{ name: string }>('select name from kysely_migration')
  const list = migrationsNamed(applied.map(({ name }) => name))
  if (!list)
    throw new ArchiveProblem(
      'The database belongs to a newer version of Cohesion. Go back with that version (npm run upgrade -- --back), or ' +
        'restore with it.',
    )

  const made = await inTrialSchema(client, schema, async (trial) => {
    await migrateInTransaction(transaction, list)
    return readObjects(client, trial)
  })
  const present = await readObjects(client, schema)
  const isMade = ({ kind, name }: SchemaObject) => made.some((object) => object.kind === kind && object.name === name)
  const ours = present.filter((object) => isMade(object) || MADE_BY_NO_MIGRATION.includes(object.name))
  for (const kind of ['view', 'materialized view', 'table', 'sequence', 'function', 'type'] as const) {
    const names = ours.filter((object) => object.kind === kind).map(({ name }) => `${quote(schema)}.${name}`)
    if (names.length > 0) await client.query(`drop ${kind} ${names.join(', ')}`)
  }
}

async function inTrialSchema<Result>(
  client: pg.Client,
  schema: string,
  work: (trial: string) => Promise<Result>,
): Promise<Result> {
  const trial = 'cohesion_restore_trial'
  await client.query(`savepoint trial; create schema ${trial}; set local search_path = ${trial}, ${quote(schema)}`)
  const result = await work(trial)
  await client.query('rollback to savepoint trial')
  return result
}

/** Refuses an archive with other tables or columns than its migrations create. */
export async function refuseOtherTables(client: pg.Client, { tables }: Manifest): Promise<void> {
  const text = (list: Manifest['tables']) =>
    list.map(({ name, columns }) => `${name}(${[...columns].sort().join()})`).sort()
  const expected = text(await readTables(client))
  const given = text(tables)
  const odd = given.find((table, index) => table !== expected[index]) ?? expected[given.length]
  if (odd !== undefined)
    throw new ArchiveProblem(`The archive's tables do not match its version: ${odd.slice(0, odd.indexOf('('))}`)
}

export async function addAuditMonths(db: Kysely<Database>, { auditMonths }: Manifest): Promise<void> {
  for (const month of auditMonths) await sql`select audit_add_month(${month}::date)`.execute(db)
}

/**
 * Removes triggers, foreign keys and other indexes, so that rows load fast and in any order. Returns a function that
 * restores them and checks all rows. Needs only the rights of the tables' owner.
 */
export async function prepareLoading(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not c.relispartition
      and not exists (select from pg_constraint where conindid = i.indexrelid)`)
  const resumeChecks = await suspendChecks(client, tables)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // Tables are emptied, because migrations insert rows into some of them.
  for (const table of tables) await client.query(`delete from ${quote(table)}`)
  return async () => {
    for (const { definition } of indexes) await client.query(definition)
    await resumeChecks()
  }
}

/** Removes foreign keys and triggers of these tables. Returns a function that restores them and checks all rows. */
export async function suspendChecks(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const table of tables) await client.query(`alter table ${quote(table)} disable trigger user`)
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const table of tables) await client.query(`alter table ${quote(table)} enable trigger user`)
  }
}

export async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  const known = new Set(await listSequences(client))
  const unknown = sequences.find(({ name }) => !known.has(name))
  if (unknown) throw new ArchiveProblem(`The archive's sequences do not match its version: ${unknown.name}`)
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quote(name), value, isCalled])
}
