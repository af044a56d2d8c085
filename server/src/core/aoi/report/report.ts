import type { AoiDraft } from '#contract'

/** Input for a new event, activity or sensor area. */
export type Report = {
  draft: AoiDraft
  serviceId: string
  creatorId: string | null
  visitorId: string | null
  /** The name that a visitor gave; searches find the report by it. */
  visitorName?: string
  isAnonymous: boolean
  imageFileId: string | null
  imageBytes: Uint8Array | undefined
  /** Identity of a held report that becomes an event. */
  identity?: { id: string; number: number; contentHash: Buffer }
  address: string | null
  /** The author of the first log entry: without an id a visitor, null is the system. */
  author: { id: string | null; name: string } | null
  /** The event that a member merges it into. What a reporter says in `draft.sameAs` is only a suggestion. */
  mergeInto?: { id: string; by: { id: string; name: string } }
}
