import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { tableNames } from '../../platform/db/tables.ts'
import { holdFileRemoval } from '../../platform/files/files.ts'
import { ArchiveProblem, MAX_ENTRY_BYTES, type Manifest, PART_BYTES } from './format.ts'

export type Table = Manifest['tables'][number]
export type Schema = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'auditMonths'>

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

export async function beginSnapshot(client: pg.Client): Promise<string> {
  await holdFileRemoval(client)
  await client.query('begin isolation level repeatable read, read only')
  // COPY's output depends on these settings; `synchronize_seqscans` keeps rows in their physical order.
  await client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
    set local bytea_output = 'hex'; set local extra_float_digits = 1; set local synchronize_seqscans = off;
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
  const { rows } = await client.query('select pg_export_snapshot() as name')
  return rows[0].name
}

/**
 * Tables without their partitions, whose rows the parent table includes. Unlogged tables (presence) are not backed up.
 */
const tablesSql = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relpersistence = 'p' and c.relname = any($1)
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.relname order by c.relname`

export async function readTables(client: pg.Client): Promise<Table[]> {
  return (await client.query<Table>(tablesSql, [[...tableNames]])).rows
}

export async function readSchema(client: pg.Client): Promise<Schema> {
  const { rows: known } = await client.query(`select to_regclass('kysely_migration') is not null as is_ours`)
  if (!known[0].is_ours)
    throw new ArchiveProblem('There is nothing to back up: this database was never used by Cohesion')
  const migrations = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return {
    migrations: migrations.rows.map(({ name }) => name),
    tables: await readTables(client),
    sequences: await readSequences(client),
    auditMonths: await readAuditMonths(client),
  }
}

export async function listSequences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct s.relname as name
     from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') join pg_class t on t.oid = d.refobjid
     where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace and t.relname = any($1) order by 1`,
    [[...tableNames]],
  )
  return rows.map(({ name }) => name)
}

/** Sequences ignore snapshots. They are read after the rows, so that no row has a higher number than its sequence. */
async function readSequences(client: pg.Client): Promise<Schema['sequences']> {
  const sequences: Schema['sequences'] = []
  for (const name of await listSequences(client)) {
    const state = await client.query(`select last_value::text as value, is_called from ${quote(name)}`)
    sequences.push({ name, value: state.rows[0].value, isCalled: state.rows[0].is_called })
  }
  return sequences
}

async function readAuditMonths(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(`
    select exists (select from pg_class where oid = to_regclass('audit') and relkind = 'p') as has_months`)
  if (!found[0].has_months) return []
  const { rows } = await client.query<{ month: string }>(`
    select distinct to_char(at at time zone 'UTC', 'YYYY-MM-01') as month from audit
    where isfinite(at) and at between '0001-01-01' and '9999-12-31' order by 1`)
  return rows.map(({ month }) => month)
}

/** Yields the rows of a table that meet the condition, in COPY's text format and in parts of whole rows. */
export async function* readRows(
  client: pg.Client,
  { name, columns }: Table,
  condition = 'true',
): AsyncGenerator<Buffer> {
  const list = columns.map(quote).join(', ')
  const rows = client.query(copyTo(`copy (select ${list} from ${quote(name)} where ${condition}) to stdout`))
  let chunks: Buffer[] = []
  let length = 0
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length < PART_BYTES) continue
    const bytes = Buffer.concat(chunks)
    const end = bytes.lastIndexOf('\n') + 1
    if (bytes.length - end > MAX_ENTRY_BYTES) throw new ArchiveProblem(`A row of ${name} is too large to be backed up`)
    if (end > 0) yield bytes.subarray(0, end)
    chunks = [bytes.subarray(end)]
    length = bytes.length - end
  }
  if (length > 0) yield Buffer.concat(chunks)
}
