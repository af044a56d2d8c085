import type pg from 'pg'
import { documents, largeDocuments, nameOfValue, unreadableValues } from '../documents.ts'
import { ArchiveProblem, type Manifest } from '../format.ts'
import { quote } from '../snapshot.ts'
import { shapes } from './shapes.ts'
import { leftBehind, readReferences, staged } from './tables.ts'

type Tables = Manifest['tables']

export async function refuseForeignRows(client: pg.Client, tables: Tables, serviceId: string): Promise<void> {
  const { rows: services } = await client.query<{ id: string }>('select id from staged_service')
  if (services.length !== 1 || services[0]?.id !== serviceId)
    throw new ArchiveProblem('The archive does not contain the service that its manifest names')
  for (const { name, columns } of tables) {
    if (!columns.includes('service_id')) continue
    const { rows } = await client.query(
      `select exists (select from ${quote(staged(name))} where service_id is distinct from $1) as is_odd`,
      [serviceId],
    )
    if (rows[0].is_odd) throw new ArchiveProblem(`The archive contains rows of another service: ${name}`)
  }
}

/**
 * Refuses ids in keys, references or documents that already exist on this server, because the service exists here or
 * refers to rows of another service.
 */
export async function refuseKnownIds(client: pg.Client, tables: Tables): Promise<void> {
  await client.query('create temporary table named_id (id uuid primary key) on commit drop')
  const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
  for (const { name } of tables)
    await client.query(
      `insert into named_id select distinct (regexp_matches(lower(t::text), $1, 'g'))[1]::uuid from ${quote(staged(name))} t
       on conflict do nothing`,
      [uuid],
    )
  const { rows: keyed } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.atttypid = 'uuid'::regtype`)
  for (const { name } of keyed) {
    const { rows } = await client.query(
      `select exists (select from ${quote(name)} t join named_id using (id)) as is_known`,
    )
    if (rows[0].is_known)
      throw new ArchiveProblem(
        `This server already has data of this service (${name}). A deleted service is erased after 30 days.`,
      )
  }
}

/**
 * Clears references to rows that the archive lacks, such as members of other services, or deletes the rows if their
 * reference is required. Repeats this, because other rows may refer to deleted ones.
 */
export async function dropForeignReferences(client: pg.Client, tables: Tables, serviceId: string): Promise<void> {
  const names = new Set(tables.map(({ name }) => name))
  const references = (await readReferences(client)).filter(({ table }) => names.has(table))
  for (let changed = -1; changed !== 0; ) {
    changed = 0
    for (const { table, columns, parent, parentColumns, isRequired } of references) {
      const isSet = columns.map((column) => `t.${quote(column)} is not null`).join(' and ')
      const match = columns
        .map((column, at) => `p.${quote(parentColumns[at] ?? '')} = t.${quote(column)}`)
        .join(' and ')
      const isDangling = names.has(parent)
        ? `${isSet} and not exists (select from ${quote(staged(parent))} p where ${match})`
        : isSet
      const { rowCount } = await client.query(
        isRequired
          ? `delete from ${quote(staged(table))} t where ${isDangling}`
          : `update ${quote(staged(table))} t set ${columns.map((column) => `${quote(column)} = null`).join(', ')} where ${isDangling}`,
      )
      changed += rowCount ?? 0
    }
  }
  // A forged archive may refer to the service itself.
  await refuseForeignRows(client, tables, serviceId)
}

/** Refuses values that jobs or requests could not read, and names the table, row and column. */
export async function refuseUnreadable(client: pg.Client): Promise<void> {
  const checked = [...documents, ...largeDocuments, ...shapes].filter(({ table }) => !leftBehind.has(table))
  for await (const value of unreadableValues(client, checked, staged))
    throw new ArchiveProblem(`The archive contains a value that cannot be read: ${nameOfValue(value)}`)
}

/** User names are unique on a server, so a taken name gets a number. */
export async function renameTakenNames(client: pg.Client): Promise<{ from: string; to: string }[]> {
  const { rows } = await client.query<{ from: string; to: string }>(`
    with taken as (
      select id, username from staged_member s where deleted_at is null
        and exists (select from member m where m.deleted_at is null and lower(m.username) = lower(s.username))
    ), free as (
      select taken.id, taken.username, (
        select min(n) from generate_series(2, 1000) n where not exists (
          select from (select username from member where deleted_at is null
            union all select username from staged_member where deleted_at is null) every
          where lower(every.username) = lower(left(taken.username, 90) || '-' || n))) as n
      from taken
    )
    update staged_member s set username = left(free.username, 90) || '-' || free.n
    from free where free.id = s.id
    returning free.username as "from", s.username as "to"`)
  return rows.sort((one, other) => (one.from < other.from ? -1 : 1))
}
