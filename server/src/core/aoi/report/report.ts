import type { AoiDraft } from '#contract'

export type Report = {
  draft: AoiDraft
  serviceId: string
  creatorId: string | null
  visitorId: string | null
  /** The visitor's name, by which searches find the report. */
  visitorName?: string
  isAnonymous: boolean
  imageFileId: string | null
  imageBytes: Uint8Array | undefined
  /** Identity of a held report that becomes an event. */
  identity?: { id: string; number: number; contentHash: Buffer }
  address: string | null
  /** Author of the first log entry: a visitor has no id, null is the system. */
  author: { id: string | null; name: string } | null
  /** The event that a member merges this report into. A reporter's `draft.sameAs` is only a suggestion. */
  mergeInto?: { id: string; by: { id: string; name: string } }
}
