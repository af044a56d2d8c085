import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Aoi, aoiApi, type CallInput, Problem } from '#contract'
import { upload } from '../../../api/upload.ts'
import { showSaved } from '../data.ts'
import { aoiKeys } from '../keys.ts'
import { AOI_REQUEST, releaseEntries, type UnsentDraft } from '../outgoing.ts'

type Creating = Extract<Saving, { isNew: true }>

const create = async ({ body, files, draft }: Creating, onSent: (part: number) => void): Promise<Aoi | undefined> => {
  const key = String(body.nonce)
  try {
    if (!navigator.onLine) throw new Problem('network')
    const aoi = await upload(aoiApi.create, { body, files }, onSent)
    // The AOI is saved even if this fails: its log entries then stay on the device and are listed there.
    await releaseEntries(key, aoi).catch(() => {})
    return aoi
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'network') throw error
    const { keepForLater } = await import('../../../api/device/outgoing.ts')
    const file = files?.file as File | undefined
    await keepForLater({ kind: AOI_REQUEST, body, file, draft, key }).catch(() => {
      throw error
    })
    return undefined
  }
}

export type Saving =
  | ({ isNew: true; draft: UnsentDraft } & CallInput<typeof aoiApi.create, Blob>)
  | ({ isNew: false } & CallInput<typeof aoiApi.change, Blob>)

/**
 * Saves the form and reports the upload's progress. `onSaved` runs even if the form was closed, unlike callbacks passed
 * to `mutate`; its AOI is undefined if it was stored on the device only.
 */
export const useSaveAoi = (onSaved: (aoi: Aoi | undefined) => void) => {
  const show = showSaved(useQueryClient())
  const [sent, setSent] = useState(0)
  const save = useMutation({
    mutationKey: aoiKeys.save,
    mutationFn: async (saving: Saving) => {
      setSent(0)
      return saving.isNew
        ? await create(saving, setSent)
        : await upload(aoiApi.change, { params: saving.params, body: saving.body, files: saving.files }, setSent)
    },
    onSuccess: (aoi) => {
      onSaved(aoi)
      // Not awaited, so that the form does not wait for the lists.
      if (aoi) void show(aoi)
    },
  })
  return { ...save, sent }
}
