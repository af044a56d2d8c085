import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Place } from '../../map/place-text.ts'
import { dropDraft, keepDraft, readDraft } from '../../ui/forms/draft.ts'
import { dropDraftFile, keepDraftFile, readDraftFile } from '../../ui/forms/draft-file.ts'

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
  /** The values when editing began: what differs from them was touched. */
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

type Options<V> = {
  draft: string
  isNew: boolean
  begin: () => V
  changesOf: (initial: V, now: V) => Partial<V>
}

const start = <V extends object>({ draft, begin }: Options<V>) => {
  const { changes, initial, submission } = readStoredDraft<V>(draft)
  const image = readDraftFile(draft)
  return {
    initial: initial ?? begin(),
    changes: changes ?? {},
    submission,
    image,
    isContinued: changes !== undefined || image !== null,
  }
}

/** What is typed, from how it began: kept as a draft with every letter, until it is saved or thrown away. */
export const useFormValues = <V extends object>(options: Options<V>) => {
  const { draft, isNew, changesOf } = options
  const [started] = useState(() => start(options))
  const [initial, setInitial] = useState(started.initial)
  const [submission, setSubmission] = useState(started.submission)
  const [image, setImage] = useState(started.image)
  const form = useForm<V>({
    mode: 'controlled',
    // One field at a time: what is wrong with the others stays said.
    clearInputErrorOnChange: false,
    initialValues: { ...started.initial, ...started.changes },
    onValuesChange: (values) => keep(changesOf(initial, values), submission),
  })
  const changes = changesOf(initial, form.values)

  const keep = (changed: Partial<V>, as: SubmissionId | undefined) => {
    if (Object.keys(changed).length === 0) dropDraft(draft)
    else keepDraft(draft, { changes: changed, ...(!isNew && { initial }), ...(as && { submission: as }) })
  }
  return {
    form,
    initial,
    changes,
    image,
    isChanged: Object.keys(changes).length > 0 || image !== null,
    isContinued: started.isContinued,
    chooseImage: (file: File | null) => {
      setImage(file)
      if (file) void keepDraftFile(draft, file)
      else dropDraftFile(draft)
    },
    /** The same for every attempt to send this form. */
    submissionId: (): SubmissionId => {
      if (submission) return submission
      const now = Date.now()
      const first = { nonce: String(now), creationTime: now }
      setSubmission(first)
      keep(changes, first)
      return first
    },
    /** Begins anew from how it is by now, without losing what was touched. */
    takeOver: (latest: V) => {
      setInitial(latest)
      form.setValues({ ...latest, ...changes })
    },
    forget: () => {
      dropDraft(draft)
      dropDraftFile(draft)
    },
  }
}
