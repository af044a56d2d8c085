import { useState } from 'react'
import type { Place } from '../../../map/places/place-text.ts'
import { keepDraft, readDraft } from '../../../ui/forms/draft.ts'
import type { DraftStorage } from '../../../ui/forms/use-draft-form.ts'

export type CommonValues = {
  name: string
  place: Place | null
  region: string
  description: string
  removeImage: boolean
}

/** Created once for each form, so that a repeated request after a lost reply creates no second AOI. */
export type SubmissionId = { nonce: string; creationTime: number }

type StoredDraft<V> = {
  changes: Partial<V>
  initial: V
  submission: SubmissionId
}

/** Also reads the field names of earlier versions, which are found in stored drafts and outgoing requests. */
const readStoredDraft = <V>(draft: string): Partial<StoredDraft<V>> => {
  const stored = readDraft<StoredDraft<V> & { begun: V; sent: SubmissionId }>(draft)
  return {
    changes: stored.changes,
    initial: stored.initial ?? stored.begun,
    submission: stored.submission ?? stored.sent,
  }
}

export const useAoiDraft = <V extends object>(draft: string, isNew: boolean) => {
  const [submission, setSubmission] = useState(() => readStoredDraft<V>(draft).submission)
  const keepAs = (as: SubmissionId | undefined) => (changes: Partial<V>, initial: V) =>
    keepDraft(draft, { changes, ...(!isNew && { initial }), ...(as && { submission: as }) })
  const storage: DraftStorage<V> = { read: () => readStoredDraft<V>(draft), keep: keepAs(submission) }
  return {
    storage,
    /** All attempts to send this form get the same id. */
    submissionId: (changes: Partial<V>, initial: V): SubmissionId => {
      if (submission) return submission
      const now = Date.now()
      const first = { nonce: String(now), creationTime: now }
      setSubmission(first)
      keepAs(first)(changes, initial)
      return first
    },
  }
}
