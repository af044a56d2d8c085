import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Place } from '../../map/place-told.ts'
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

/** Chosen once for each form, so that sending it again after a lost answer makes no second one. */
export type Sent = { nonce: string; creationTime: number }

type Kept<V> = {
  changes: Partial<V>
  /** How it was when its editing began: what differs from this is what was touched. */
  begun: V
  sent: Sent
}

type Options<V> = {
  draft: string
  isNew: boolean
  begin: () => V
  changesOf: (begun: V, now: V) => Partial<V>
}

const start = <V extends object>({ draft, begin }: Options<V>) => {
  const { changes, begun, sent } = readDraft<Kept<V>>(draft)
  const image = readDraftFile(draft)
  return {
    begun: begun ?? begin(),
    changes: changes ?? {},
    sent,
    image,
    isContinued: changes !== undefined || image !== null,
  }
}

/** What is typed, from how it began: kept as a draft with every letter, until it is saved or thrown away. */
export const useFormValues = <V extends object>(options: Options<V>) => {
  const { draft, isNew, changesOf } = options
  const [started] = useState(() => start(options))
  const [begun, setBegun] = useState(started.begun)
  const [sent, setSent] = useState(started.sent)
  const [image, setImage] = useState(started.image)
  const form = useForm<V>({
    mode: 'controlled',
    // One field at a time: what is wrong with the others stays said.
    clearInputErrorOnChange: false,
    initialValues: { ...started.begun, ...started.changes },
    onValuesChange: (values) => keep(changesOf(begun, values), sent),
  })
  const changes = changesOf(begun, form.values)

  const keep = (changed: Partial<V>, as: Sent | undefined) => {
    if (Object.keys(changed).length === 0) dropDraft(draft)
    else keepDraft(draft, { changes: changed, ...(!isNew && { begun }), ...(as && { sent: as }) })
  }
  return {
    form,
    begun,
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
    sentAs: (): Sent => {
      if (sent) return sent
      const now = Date.now()
      const first = { nonce: String(now), creationTime: now }
      setSent(first)
      keep(changes, first)
      return first
    },
    /** Begins anew from how it is by now, without losing what was touched. */
    takeOver: (latest: V) => {
      setBegun(latest)
      form.setValues({ ...latest, ...changes })
    },
    forget: () => {
      dropDraft(draft)
      dropDraftFile(draft)
    },
  }
}
