import type { Generated } from 'kysely'
import type { TextProvider, TextRejection } from '#contract'
import type { MomentNow, MomentOrNull } from './columns.ts'

/** Phone numbers that refuse text messages of a service. */
export interface SmsStopTable {
  serviceId: string
  phoneDigits: string
  isInternational: Generated<boolean>
  stoppedAt: MomentNow
}

export interface TextInboxTable {
  serviceId: string
  id: string
  tokenHash: Buffer
  provider: TextProvider
  sealedSecret: string
  createdAt: MomentNow
  lastReceivedAt: MomentOrNull
  lastRejection: TextRejection | null
  lastRejectedAt: MomentOrNull
}

export interface TextReceivedTable {
  serviceId: string
  idHash: Buffer
  receivedAt: MomentNow
}
