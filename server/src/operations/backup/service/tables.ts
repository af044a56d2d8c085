import type pg from 'pg'
import { readTables, type Table } from '../snapshot.ts'

/**
 * Tables that do not move with a service: sign-in data, keys and links, queued messages, and records of this server.
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
  'feed',
  'ingest_key',
  'api_token',
  'webhook',
  'text_inbox',
  'text_received',
  'import',
  'import_row',
  'push_device',
  'push_message',
  'notification',
  'delivery',
  'escalation_notice',
  'escalation_receiver',
  'sensor_media_job',
  'outbox',
  'quarantine',
  'audit',
  'refusal',
])

export const staged = (table: string) => `staged_${table}`

/** A foreign key. A row with a required foreign key cannot exist without the row that the key refers to. */
export type Reference = {
  table: string
  columns: string[]
  parent: string
  parentColumns: string[]
  isRequired: boolean
}

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
 * Tables with rows of the service. Each has a column for the service (checked by platform/db/service-owned.test.ts).
 */
export async function readServiceTables(client: pg.Client, serviceId: string): Promise<ServiceTable[]> {
  if (!/^[0-9a-f-]{36}$/.test(serviceId)) throw new Error('not an id')
  const conditionOf = ({ name, columns }: Table): string | undefined => {
    if (name === 'service') return `id = '${serviceId}'`
    return columns.includes('service_id') ? `service_id = '${serviceId}'` : undefined
  }
  const tables = (await readTables(client)).filter(({ name }) => !leftBehind.has(name))
  return tables.flatMap((table) => {
    const condition = conditionOf(table)
    return condition ? [{ ...table, condition }] : []
  })
}
