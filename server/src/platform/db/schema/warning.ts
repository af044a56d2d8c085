import type { Generated } from 'kysely'
import type {
  LngLat,
  WarningArea,
  WarningCategory,
  WarningCertainty,
  WarningFeedLimit,
  WarningFeedProblem,
  WarningResponse,
  WarningSeverity,
  WarningStatus,
  WarningText,
  WarningUrgency,
} from '#contract'
import type { Derived, Json, JsonDefault, JsonOrNull, Moment, MomentNow, MomentOrNull, PlaceOrNull } from './columns.ts'

/** A document of a feed: validators for the next request, and whether its warnings are stored (`isRead`). */
export type WarningDocument = {
  etag?: string
  lastModified?: string
  hash?: string
  version?: string
  isRead?: boolean
}

export interface WarningFeedTable {
  id: string
  serviceId: string
  name: string
  url: string
  intervalMinutes: number
  showsTests: boolean
  kept: Json<WarningFeedLimit>
  isEnabled: boolean
  revision: Generated<number>
  documents: JsonDefault<Record<string, WarningDocument>>
  nextAt: MomentNow
  isRequested: Generated<boolean>
  checkedAt: MomentOrNull
  succeededAt: MomentOrNull
  problem: JsonOrNull<WarningFeedProblem>
  createdAt: MomentNow
}

export interface WarningTable {
  id: string
  serviceId: string
  feedId: string
  threadId: string
  sender: string
  identifier: string
  part: number
  source: string
  status: WarningStatus
  severity: WarningSeverity
  urgency: WarningUrgency
  certainty: WarningCertainty
  categories: WarningCategory[]
  responses: WarningResponse[]
  sentAt: Moment
  effectiveAt: Moment
  beginsAt: Moment
  expiresAt: MomentOrNull
  texts: Json<WarningText[]>
  areas: Json<WarningArea[]>
  outlines: JsonOrNull<LngLat[][][]>
  shapes: Derived<string | null>
  areaKeys: string[]
  replaces: string[]
  place: PlaceOrNull
  regionIds: Generated<string[]>
  isInHome: Generated<boolean>
  isKept: Generated<boolean>
  eventId: string | null
  readAt: MomentNow
  endedAt: MomentOrNull
  endReason: 'expired' | 'cancelled' | 'replaced' | 'gone' | null
}
