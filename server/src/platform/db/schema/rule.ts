import type { Generated } from 'kysely'
import type { AlarmExplanation, RulePhase, RuleSeverity, RuleTrigger } from '#contract'
import type { Json, JsonDefault, Moment, MomentNow, MomentOrNull, ServiceOfParent } from './columns.ts'

export interface RuleTable {
  id: string
  serviceId: string
  name: string
  isEnabled: Generated<boolean>
  severity: RuleSeverity
  trigger: Json<RuleTrigger>
  quietSeconds: Generated<number>
  setsAreaStatus: Generated<boolean>
  eventTypeId: string | null
  archivesEvent: Generated<boolean>
  planId: string | null
  revision: Generated<number>
  activeFrom: MomentNow
  checkedAt: MomentOrNull
  createdAt: MomentNow
}

export interface RuleStateTable {
  ruleId: string
  serviceId: ServiceOfParent
  sensorId: string
  phase: RulePhase
  since: Moment
  active: Generated<number>
  contradictedAt: MomentOrNull
  quietUntil: MomentOrNull
  dueAt: MomentOrNull
}

export interface AlarmTable {
  id: string
  serviceId: string
  kind: 'alarm' | 'noData'
  ruleId: string | null
  ruleName: string
  severity: RuleSeverity
  setsAreaStatus: boolean
  sensorId: string | null
  watchedAoiId: string | null
  watchedWarning: string | null
  eventId: string | null
  beganAt: Moment
  raisedAt: Moment
  endedAt: MomentOrNull
  endedBy: string | null
  endedByName: string | null
  endReason: string | null
  isMuted: Generated<boolean>
  explanation: JsonDefault<AlarmExplanation>
  eventDueAt: MomentOrNull
  escalationId: string | null
}

export interface MuteTable {
  id: string
  serviceId: string
  targetType: 'all' | 'sensor' | 'area' | 'rule'
  targetId: string | null
  until: Moment
  reason: string
  createdBy: string | null
  createdByName: Generated<string>
  createdAt: MomentNow
}

export interface RuleListeningTable {
  id: Generated<boolean>
  seenAt: Moment
  since: Moment
}
