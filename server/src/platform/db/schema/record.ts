import type { Generated } from 'kysely'
import type { Derived, Json, JsonDefault, Moment, MomentNow, MomentOrNull } from './columns.ts'

export interface OutboxTable {
  id: Derived<number>
  position: Derived<number | null>
  serviceId: string | null
  memberIds: Generated<string[]>
  sessionId: string | null
  body: Json<Record<string, unknown>>
  createdAt: MomentNow
}

/** Number of repeated refusals within an hour. The audit has a line for the first one. */
export interface AuditRefusalTable {
  fingerprint: string
  hour: Moment
  auditId: string
  count: Generated<number>
  lastAt: MomentNow
}

/** Number of refused requests per hour. `serviceId` is null for callers that are not identified. */
export interface RefusalTable {
  serviceId: string | null
  hour: Moment
  kind: string
  count: number
}

export interface BackupSettingTable {
  onlyRow: Generated<boolean>
  isNightly: Generated<boolean>
  time: Generated<string>
  keep: Generated<number>
  begunAt: MomentNow
  problem: string | null
  restoreProblem: string | null
  lastGoodName: string | null
  lastGoodAt: Moment | null
}

export interface JobTable {
  name: string
  lastAt: Moment
  problems: string[]
}

export interface QuarantineTable {
  job: string
  rowId: string
  tableName: string
  serviceId: string | null
  code: string
  attempts: Generated<number>
  firstAt: Moment
  lastAt: Moment
  retryAt: Moment
  reportedAt: MomentOrNull
}

export interface ServerClockTable {
  server: string
  tickedAt: Moment
  problems: string[]
  failingSince: MomentOrNull
  reportedAt: MomentOrNull
}

export interface ServerHourTable {
  hour: Moment
  requests: number
  failures: number
  totalMs: number
}

export interface FailedRequestTable {
  at: Moment
  id: string
  method: string
  path: string
  code: string
}

export interface ReplicaHeartbeatTable {
  serverId: string
  beat: string
  beatAt: MomentNow
}

export interface AuditTable {
  id: string
  at: MomentNow
  serviceId: string | null
  memberId: string | null
  memberName: Generated<string>
  action: string
  targetKind: string | null
  targetId: string | null
  targetName: string | null
  outcome: Generated<'done' | 'refused'>
  detail: JsonDefault<Record<string, unknown>>
  address: Generated<string>
  requestId: string | null
}
