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

/** A stored value that jobs read, with its schema. `condition`: SQL for rows still in use. */
export type StoredDocument = { table: string; column: string; schema: z.ZodType; condition: string }

const Levels = z.array(EscalationLevel).min(1)
const Parameters = z.array(z.object({ parameter: z.string(), value: z.union([z.number(), z.string()]) }))

export const documents: readonly StoredDocument[] = [
  { table: 'rule', column: 'trigger', schema: RuleTrigger, condition: 'is_enabled' },
  { table: 'escalation_plan', column: 'levels', schema: Levels, condition: 'true' },
  { table: 'escalation', column: 'levels', schema: Levels, condition: `phase <> 'ended'` },
  { table: 'warning_feed', column: 'kept', schema: WarningFeedLimit, condition: 'is_enabled' },
  { table: 'rota', column: 'time_zone', schema: TimeZone.unwrap(), condition: 'true' },
]

/** Values of many rows, checked on arrival only. */
export const largeDocuments: readonly StoredDocument[] = [
  {
    ...{ table: 'member', column: 'notification_preferences', condition: 'true' },
    schema: NotificationPreferences.partial(),
  },
  { table: 'sensor', column: 'parameters', schema: Parameters, condition: 'true' },
  { table: 'warning', column: 'texts', schema: z.array(WarningText), condition: 'true' },
  { table: 'warning', column: 'areas', schema: z.array(WarningArea), condition: 'true' },
  { table: 'alarm', column: 'explanation', schema: z.record(z.string(), z.unknown()), condition: 'true' },
]

export type UnreadableValue = { table: string; column: string; id: string; serviceId: string; error: z.ZodError }

const READ_AT_ONCE = 1_000

/** Stored values that jobs could not read. `nameOf`: the table that holds the rows of a table. */
export async function* unreadableValues(
  client: pg.Client,
  nameOf = (table: string): string => table,
): AsyncGenerator<UnreadableValue> {
  for (const { table, column, schema, condition } of [...documents, ...largeDocuments]) {
    let after = '00000000-0000-0000-0000-000000000000'
    while (true) {
      const { rows } = await client.query<{ id: string; service_id: string; value: unknown }>(
        `select id, service_id, ${quote(column)} as value from ${quote(nameOf(table))}
         where (${condition}) and id > $1 order by id limit $2`,
        [after, READ_AT_ONCE],
      )
      for (const { id, service_id: serviceId, value } of rows) {
        const { error } = schema.safeParse(value)
        if (error) yield { table, column, id, serviceId, error }
        after = id
      }
      if (rows.length < READ_AT_ONCE) break
    }
  }
}

export const nameOfValue = ({ table, column, id }: UnreadableValue): string => `${table}.${column} of ${id}`

/** The job that reports unreadable values of a table. */
export const jobOfValues = (table: string): string => `values of ${table}`
