import type { GeneratedAlways } from 'kysely'
import type { EscalationLevel, LadderState, RuleSeverity } from '#contract'
import type { Json, Moment, MomentNow, MomentOrNull, ServiceOfParent } from './columns.ts'

export interface EscalationPlanTable {
  id: string
  serviceId: string
  name: string
  levels: Json<EscalationLevel[]>
  remindSeconds: number | null
  createdAt: MomentNow
}

export interface EscalationTable {
  id: string
  serviceId: string
  ruleId: string | null
  ruleName: string
  severity: RuleSeverity
  planName: string
  levels: Json<EscalationLevel[]>
  remindSeconds: number | null
  phase: LadderState['phase']
  level: number
  rounds: number
  notices: number
  climbAt: MomentOrNull
  repeatAt: MomentOrNull
  dueAt: GeneratedAlways<Date | null>
  ownerId: string | null
  ownerName: string | null
  acknowledgedAt: MomentOrNull
  beganAt: Moment
  endedAt: MomentOrNull
}

export interface EscalationNoticeTable {
  id: string
  serviceId: string
  memberId: string
  tokenHash: Buffer
  deliveryIds: string[]
  createdAt: MomentNow
}

export interface EscalationReceiverTable {
  escalationId: string
  serviceId: ServiceOfParent
  number: number
  memberId: string
  noticeId: string
  level: number | null
  at: Moment
}

export interface RotaTable {
  id: string
  serviceId: string
  name: string
  memberIds: string[]
  startsOn: string
  handoverAt: string
  timeZone: string
  createdAt: MomentNow
  updatedAt: MomentNow
}

export interface RotaSwapTable {
  rotaId: string
  serviceId: ServiceOfParent
  week: string
  memberId: string
}
