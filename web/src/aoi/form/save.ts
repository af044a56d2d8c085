import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Aoi, aoiApi, type CallInput, Problem } from '#contract'
import { upload } from '../../api/upload.ts'
import { keep } from '../data.ts'
import { AOI_WORK, releaseEntries, type UnsentDraft } from '../outgoing.ts'

type Creating = Extract<Saving, { isNew: true }>

/** Where the server is out of reach, it is kept and sent later, with the same nonce. */
const create = async ({ body, files, draft }: Creating, onSent: (part: number) => void): Promise<Aoi | undefined> => {
  const key = String(body.nonce)
  try {
    if (!navigator.onLine) throw new Problem('network')
    const aoi = await upload(aoiApi.create, { body, files }, onSent)
    // It is saved, whatever becomes of them: they stay on the device and can be seen there.
    await releaseEntries(key, aoi).catch(() => {})
    return aoi
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'network') throw error
    const { keepForLater } = await import('../../api/device/outgoing.ts')
    const file = files?.file as File | undefined
    await keepForLater({ kind: AOI_WORK, body, file, draft, key }).catch(() => {
      throw error
    })
    return undefined
  }
}

export type Saving =
  | ({ isNew: true; draft: UnsentDraft } & CallInput<typeof aoiApi.create, Blob>)
  | ({ isNew: false } & CallInput<typeof aoiApi.change, Blob>)

/**
 * Sends the form, and tells how much of it is on its way. `onSaved` is called even when the form was closed meanwhile;
 * what only an open form cares about is handed to `mutate`. What is kept on the device is no AOI yet.
 */
export const useSaveAoi = (onSaved: (aoi: Aoi | undefined) => void) => {
  const show = keep(useQueryClient())
  const [sent, setSent] = useState(0)
  const save = useMutation({
    mutationKey: ['aoi', 'save'],
    mutationFn: async (saving: Saving) => {
      setSent(0)
      return saving.isNew
        ? await create(saving, setSent)
        : await upload(aoiApi.change, { params: saving.params, body: saving.body, files: saving.files }, setSent)
    },
    onSuccess: (aoi) => {
      onSaved(aoi)
      // The lists are asked again in their own time: the form does not wait for them.
      if (aoi) void show(aoi)
    },
  })
  return { ...save, sent }
}
