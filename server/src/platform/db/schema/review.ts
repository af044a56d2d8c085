import type { Generated } from 'kysely'
import type { AoiDraft, EndReason, HeldState, ReviewQuestion } from '#contract'
import type { Json, JsonDefault, JsonOrNull, MomentNow, MomentOrNull } from './columns.ts'

/**
 * A draft as stored in jsonb, with times as text. `text`: the visitor's words about a photo that was added to a report.
 * Reports by text message have no `startCoordinates`.
 */
export type StoredDraft = Omit<AoiDraft, 'creationTime' | 'startCoordinates'> & {
  creationTime?: string
  startCoordinates?: AoiDraft['startCoordinates']
  text?: string
}

/** A reviewer's question, or words added by the visitor, with the nonce of the request. */
export type StoredQuestion = ReviewQuestion & { id: string; answerId?: string; askedBy?: string; nonce?: string }

export type ReviewSnapshot = {
  state: HeldState
  roleId: string | null
  reason: EndReason | null
  reasonText: string
  questions: StoredQuestion[]
}

export interface HeldReportTable {
  id: string
  serviceId: string
  number: Generated<number>
  visitorId: string | null
  isAnonymous: boolean
  eventTypeId: string
  draft: Json<StoredDraft>
  nonce: number
  contentHash: Buffer
  imageFileId: string | null
  address: string | null
  state: Generated<HeldState>
  roleId: string | null
  reason: EndReason | null
  reasonText: Generated<string>
  questions: JsonDefault<StoredQuestion[]>
  receivedAt: MomentNow
  waitingSince: MomentNow
  seenAt: MomentOrNull
  leasedBy: string | null
  leasedUntil: MomentOrNull
  decidedBy: string | null
  decidedAt: MomentOrNull
  undo: JsonOrNull<ReviewSnapshot>
  aoiId: string | null
  /** Id of the report, and of its event, to which this report adds a photo. */
  addsTo: string | null
  entryId: string | null
}

export interface ReviewSettingTable {
  serviceId: string
  holdsEverything: Generated<boolean>
  changedBy: string | null
  changedAt: MomentOrNull
  alertMinutes: Generated<number>
  reviewersToldAt: MomentOrNull
  adminsToldAt: MomentOrNull
  coveredAt: MomentOrNull
}
