import type pg from 'pg'
import { quote, readTables, type Table } from '../snapshot.ts'

/**
 * What belongs to a service and stays behind when it moves: what signs people in, keys and links, what waits to be sent,
 * and what this server recorded about it.
 */
export const leftBehind: ReadonlySet<string> = new Set([
  'session',
  'known_device',
  'second_factor',
  'recovery_code',
  'sign_in_ticket',
  'invite',
  'public_link',
  'board',
  'reentry_link',
  'approval_request',
  'email_confirmation',
  'reporter_contact',
  'calendar_feed',
  'ingest_key',
  'webhook',
  'push_device',
  'push_message',
  'notification',
  'delivery',
  'escalation_notice',
  'escalation_receiver',
  'sensor_media_job',
  'outbox',
  'audit',
  'refusal',
])

/** The table in which the rows of `table` wait until they are found to be right. */
export const staged = (table: string) => `staged_${table}`

/** A foreign key. Required: its rows cannot be without what they point to. */
export type Reference = {
  table: string
  columns: string[]
  parent: string
  parentColumns: string[]
  isRequired: boolean
}

/** A table, and which of its rows belong to the service. */
export type ServiceTable = Table & { condition: string }

const referencesSql = `
  select child.relname as table, parent.relname as parent,
    (select array_agg(a.attname::text order by k.at) from unnest(c.conkey) with ordinality k(number, at)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as columns,
    (select array_agg(a.attname::text order by k.at) from unnest(c.confkey) with ordinality k(number, at)
      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as "parentColumns",
    (select bool_and(a.attnotnull) from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as "isRequired"
  from pg_constraint c join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
  where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and c.conparentid = 0`

export async function readReferences(client: pg.Client): Promise<Reference[]> {
  return (await client.query<Reference>(referencesSql)).rows
}

/**
 * The tables with rows of the service: those that name it, and those that belong by a reference to rows that do (as
 * db/service-owned.test.ts holds). Rows of the whole server are in none of them.
 */
export async function readServiceTables(client: pg.Client, serviceId: string): Promise<ServiceTable[]> {
  if (!/^[0-9a-f-]{36}$/.test(serviceId)) throw new Error('not an id')
  const tables = (await readTables(client)).filter(({ name }) => !leftBehind.has(name))
  const references = await readReferences(client)
  const conditionOf = (name: string, below: readonly string[]): string | undefined => {
    if (name === 'service') return `id = '${serviceId}'`
    const table = tables.find((one) => one.name === name)
    if (!table || below.includes(name)) return undefined
    if (table.columns.includes('service_id')) return `service_id = '${serviceId}'`
    for (const { table: child, columns, parent, parentColumns, isRequired } of references) {
      if (child !== name || !isRequired || columns.length !== 1) continue
      const above = conditionOf(parent, [...below, name])
      if (above)
        return `${quote(columns[0] ?? '')} in (select ${quote(parentColumns[0] ?? '')} from ${quote(parent)} where ${above})`
    }
    return undefined
  }
  return tables.flatMap((table) => {
    const condition = conditionOf(table.name, [])
    return condition ? [{ ...table, condition }] : []
  })
}
