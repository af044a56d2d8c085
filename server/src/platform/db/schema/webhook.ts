import type { Generated } from 'kysely'
import type { WebhookEvent } from '#contract'
import type { MomentNow, MomentOrNull } from './columns.ts'

export interface WebhookTable {
  id: string
  serviceId: string
  url: string
  events: WebhookEvent[]
  /** Types of the events that are sent; null: all types. `regionIds` works the same way. */
  eventTypeIds: string[] | null
  regionIds: string[] | null
  isEnabled: Generated<boolean>
  secretVersion: Generated<number>
  failingSince: MomentOrNull
  failures: Generated<number>
  switchedOffAt: MomentOrNull
  createdBy: string | null
  createdAt: MomentNow
}
