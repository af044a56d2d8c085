import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Aoi, aoiApi, type CallInput } from '#contract'
import { upload } from '../../api/upload.ts'
import { keep } from '../data.ts'

export type Saving =
  | ({ isNew: true } & CallInput<typeof aoiApi.create, Blob>)
  | ({ isNew: false } & CallInput<typeof aoiApi.change, Blob>)

/**
 * Sends the form, and tells how much of it is on its way. `onSaved` is called even when the form was closed meanwhile;
 * what only an open form cares about is handed to `mutate`.
 */
export const useSaveAoi = (onSaved: (aoi: Aoi) => void) => {
  const show = keep(useQueryClient())
  const [sent, setSent] = useState(0)
  const save = useMutation({
    mutationFn: async (saving: Saving) => {
      setSent(0)
      return saving.isNew
        ? await upload(aoiApi.create, { body: saving.body, files: saving.files }, setSent)
        : await upload(aoiApi.change, { params: saving.params, body: saving.body, files: saving.files }, setSent)
    },
    onSuccess: (aoi) => {
      onSaved(aoi)
      // The lists are asked again in their own time: the form does not wait for them.
      void show(aoi)
    },
  })
  return { ...save, sent }
}
