import type { Generated } from 'kysely'
import type { DeliveryState } from '#contract'
import type { Json, MomentNow, MomentOrNull } from './columns.ts'

export interface DeliveryTable {
  id: string
  serviceId: string | null
  channel: string
  kind: string
  memberId: string | null
  visitorId: string | null
  address: string | null
  payload: Json<unknown>
  dedupeKey: string | null
  groupKey: string | null
  subjectId: string | null
  fallback: Generated<string[]>
  originId: string | null
  isUrgent: Generated<boolean>
  confirmAt: MomentOrNull
  state: Generated<DeliveryState>
  attempts: Generated<number>
  nextAttemptAt: MomentNow
  expiresAt: MomentOrNull
  lastError: string | null
  createdAt: MomentNow
  sentAt: MomentOrNull
  deliveredAt: MomentOrNull
  seenAt: MomentOrNull
}
