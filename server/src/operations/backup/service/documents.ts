import { z } from 'zod'
import { EscalationLevel, NotificationPreferences, RuleTrigger, TimeZone } from '#contract'

/** A stored value that jobs read, with its schema. `condition`: SQL for rows still in use. */
export type StoredDocument = { table: string; column: string; schema: z.ZodType; condition: string }

const Levels = z.array(EscalationLevel).min(1)
const Parameters = z.array(z.object({ parameter: z.string(), value: z.union([z.number(), z.string()]) }))

export const documents: readonly StoredDocument[] = [
  { table: 'rule', column: 'trigger', schema: RuleTrigger, condition: 'is_enabled' },
  { table: 'escalation_plan', column: 'levels', schema: Levels, condition: 'true' },
  { table: 'escalation', column: 'levels', schema: Levels, condition: `phase <> 'ended'` },
  { table: 'rota', column: 'time_zone', schema: TimeZone.unwrap(), condition: 'true' },
]

/** Values of many rows, checked on arrival only. */
export const importedDocuments: readonly StoredDocument[] = [
  ...documents,
  {
    ...{ table: 'member', column: 'notification_preferences', condition: 'true' },
    schema: NotificationPreferences.partial(),
  },
  { table: 'sensor', column: 'parameters', schema: Parameters, condition: 'true' },
  { table: 'alarm', column: 'explanation', schema: z.record(z.string(), z.unknown()), condition: 'true' },
]
