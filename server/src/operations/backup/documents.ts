import type pg from 'pg'
import { z } from 'zod'
import {
  EscalationLevel,
  NotificationPreferences,
  RuleTrigger,
  TimeZone,
  WarningArea,
  WarningFeedLimit,
  WarningText,
} from '#contract'
import { quote } from './snapshot.ts'

/**
 * A column of JSON with its schema. `condition`: SQL for rows `t` in use; `key`: the column with the row's id, if not
 * `id`.
 */
export type StoredDocument = { table: string; column: string; schema: z.ZodType; condition: string; key?: string }

export const keyOf = ({ table, key }: StoredDocument): string => (table === 'service' ? 'id' : (key ?? 'id'))

const Levels = z.array(EscalationLevel).min(1)
const Parameters = z.array(z.object({ parameter: z.string(), value: z.union([z.number(), z.string()]) }))

/** Values that jobs read, so that an invalid value would stop a job. */
export const documents: readonly StoredDocument[] = [
  { table: 'rule', column: 'trigger', schema: RuleTrigger, condition: 'is_enabled' },
  { table: 'escalation_plan', column: 'levels', schema: Levels, condition: 'true' },
  { table: 'escalation', column: 'levels', schema: Levels, condition: `phase <> 'ended'` },
  { table: 'warning_feed', column: 'kept', schema: WarningFeedLimit, condition: 'is_enabled' },
  { table: 'rota', column: 'time_zone', schema: TimeZone.unwrap(), condition: 'true' },
]

/** Values of many rows, which are checked only when an archive is loaded. */
export const largeDocuments: readonly StoredDocument[] = [
  {
    table: 'member',
    column: 'notification_preferences',
    condition: 'true',
    schema: NotificationPreferences.partial(),
  },
  { table: 'sensor', column: 'parameters', schema: Parameters, condition: 'true' },
  { table: 'warning', column: 'texts', schema: z.array(WarningText), condition: 'true' },
  { table: 'warning', column: 'areas', schema: z.array(WarningArea), condition: 'true' },
  {
    table: 'warning_feed',
    column: 'documents',
    condition: 'true',
    schema: z.record(z.string(), z.looseObject({})),
  },
  { table: 'warning_feed', column: 'problem', schema: z.looseObject({}), condition: 't.problem is not null' },
  {
    table: 'reporter_contact',
    column: 'told',
    condition: 'true',
    key: 'visitor_id',
    schema: z.record(z.string(), z.string()),
  },
  {
    table: 'reporter_contact',
    column: 'devices',
    condition: 'true',
    key: 'visitor_id',
    schema: z.array(z.looseObject({ endpoint: z.string(), language: z.string() })),
  },
  { table: 'alarm', column: 'explanation', schema: z.record(z.string(), z.unknown()), condition: 'true' },
]

export type UnreadableValue = { table: string; column: string; id: string; serviceId: string; error: z.ZodError }

const READ_AT_ONCE = 1_000

/**
 * Yields stored values that do not match their schema. `nameOf` returns the table to read for a given one, for an import
 * whose rows are still in temporary tables.
 */
export async function* unreadableValues(
  client: pg.Client,
  checked: readonly StoredDocument[] = [...documents, ...largeDocuments],
  nameOf = (table: string): string => table,
): AsyncGenerator<UnreadableValue> {
  for (const document of checked) {
    const { table, column, schema, condition } = document
    const key = quote(keyOf(document))
    const service = table === 'service' ? 'id' : 'service_id'
    // Pages continue after key and ctid, because several rows of a table may have the same key.
    let after = ['00000000-0000-0000-0000-000000000000', '(0,0)']
    while (true) {
      const { rows } = await client.query<{ id: string; place: string; service_id: string; value: unknown }>(
        `select t.${key} as id, t.ctid as place, t.${service} as service_id, t.${quote(column)} as value from ${quote(nameOf(table))} t
         where (${condition}) and (t.${key}, t.ctid) > ($1::uuid, $2::tid) order by t.${key}, t.ctid limit $3`,
        [...after, READ_AT_ONCE],
      )
      for (const { id, place, service_id: serviceId, value } of rows) {
        const { error } = schema.safeParse(value)
        if (error) yield { table, column, id, serviceId, error }
        after = [id, place]
      }
      if (rows.length < READ_AT_ONCE) break
    }
  }
}

export const nameOfValue = ({ table, column, id }: UnreadableValue): string => `${table}.${column} of ${id}`

/** Name of the job under which unreadable values of a table are quarantined. */
export const jobOfValues = (table: string): string => `values of ${table}`
