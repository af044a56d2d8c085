import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Aoi, Region } from '#contract'
import { dropDraft, keepDraft, readDraft } from '../../ui/draft.ts'
import { dropDraftFile, keepDraftFile, readDraftFile } from '../../ui/draft-file.ts'
import { changesOf, emptyValues, type Sent, type Values, valuesOf } from './values.ts'

type Kept = {
  changes: Partial<Values>
  /** How the event was when its editing began: what differs from this is what was touched. */
  begun: Values
  sent: Sent
}

type Options = { draft: string; aoi: Aoi | undefined; regions: readonly Region[] }

const start = ({ draft, aoi, regions }: Options) => {
  const { changes, begun, sent } = readDraft<Kept>(draft)
  const image = readDraftFile(draft)
  return {
    begun: begun ?? (aoi ? valuesOf(aoi, regions) : emptyValues),
    changes: changes ?? {},
    sent,
    image,
    isContinued: changes !== undefined || image !== null,
  }
}

/** What is typed, from how it began: kept as a draft with every letter, until it is saved or thrown away. */
export const useEventValues = ({ draft, aoi, regions }: Options) => {
  const [started] = useState(() => start({ draft, aoi, regions }))
  const [begun, setBegun] = useState(started.begun)
  const [sent, setSent] = useState(started.sent)
  const [image, setImage] = useState(started.image)
  const form = useForm<Values>({
    mode: 'controlled',
    // One field at a time: what is wrong with the others stays said.
    clearInputErrorOnChange: false,
    initialValues: { ...started.begun, ...started.changes },
    onValuesChange: (values) => keep(changesOf(begun, values), sent),
  })
  const changes = changesOf(begun, form.values)

  const keep = (changed: Partial<Values>, as: Sent | undefined) => {
    if (Object.keys(changed).length === 0) dropDraft(draft)
    else keepDraft(draft, { changes: changed, ...(aoi && { begun }), ...(as && { sent: as }) })
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
    /** Begins anew from how the event is by now, without losing what was touched. */
    takeOver: (latest: Values) => {
      setBegun(latest)
      form.setValues({ ...latest, ...changes })
    },
    forget: () => {
      dropDraft(draft)
      dropDraftFile(draft)
    },
  }
}
