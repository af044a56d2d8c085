import { useState } from 'react'
import type { Place } from '../../map/place-text.ts'
import { keepDraft, readDraft } from '../../ui/forms/draft.ts'
import type { DraftStorage } from '../../ui/forms/use-draft-form.ts'

/** What the form of every kind of AOI holds, apart from its image. */
export type CommonValues = {
  name: string
  place: Place | null
  /** Empty: where the place lies. */
  region: string
  description: string
  removeImage: boolean
}

/** Chosen once for each form: sending the form again after a lost answer creates no second AOI. */
export type SubmissionId = { nonce: string; creationTime: number }

type StoredDraft<V> = {
  changes: Partial<V>
  /** The values when editing began, of an AOI that exists. */
  initial: V
  submission: SubmissionId
}

/** Reads also what earlier versions stored, in the browser or among the unsent work of the device. */
const readStoredDraft = <V>(draft: string): Partial<StoredDraft<V>> => {
  const stored = readDraft<StoredDraft<V> & { begun: V; sent: SubmissionId }>(draft)
  return {
    changes: stored.changes,
    initial: stored.initial ?? stored.begun,
    submission: stored.submission ?? stored.sent,
  }
}

/** The draft of an AOI: its changes, what they started from, and the identity under which it is sent. */
export const useAoiDraft = <V extends object>(draft: string, isNew: boolean) => {
  const [submission, setSubmission] = useState(() => readStoredDraft<V>(draft).submission)
  const keepAs = (as: SubmissionId | undefined) => (changes: Partial<V>, initial: V) =>
    keepDraft(draft, { changes, ...(!isNew && { initial }), ...(as && { submission: as }) })
  const storage: DraftStorage<V> = { read: () => readStoredDraft<V>(draft), keep: keepAs(submission) }
  return {
    storage,
    /** The same for every attempt to send this form. */
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
