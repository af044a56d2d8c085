import type { Generated } from 'kysely'
import type { WebhookEvent } from '#contract'
import type { MomentNow, MomentOrNull } from './columns.ts'

export interface WebhookTable {
  id: string
  serviceId: string
  url: string
  events: WebhookEvent[]
  /** Sends only events of these types; null: of all types. `regionIds` likewise. */
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
