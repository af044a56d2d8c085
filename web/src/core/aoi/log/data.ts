import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '#contract'
import { toastProblem } from '../../../ui/overlays/toast.ts'
import { aoiKeys } from '../keys.ts'
import { ENTRY_REQUEST, type EntryBody, type OutgoingEntry, postEntry, type Subject } from './outgoing.ts'

/** `entryId` is undefined if the entry is stored on this device to be sent later. */
export type AddedEntry = { entryId: string | undefined }

const isNetworkProblem = (error: unknown) => error instanceof Problem && error.code === 'network'

type NewEntry = { entry: EntryBody; words: string; photo: File | null }

/**
 * Adds an entry, idempotent by its nonce. Offline, or while its AOI is only on this device, the entry is stored and
 * sent later. `sent` is the uploaded share of its photo.
 */
export const useAddEntry = (subject: Subject) => {
  const queries = useQueryClient()
  const [sent, setSent] = useState(0)
  const add = useMutation({
    mutationKey: aoiKeys.addEntry,
    mutationFn: async ({ entry, words, photo }: NewEntry): Promise<AddedEntry> => {
      setSent(0)
      try {
        if (!navigator.onLine || !('number' in subject)) throw new Problem('network')
        const { _id } = await postEntry({ number: subject.number, entry, photo, onProgress: setSent })
        return { entryId: _id }
      } catch (error) {
        if (!isNetworkProblem(error)) throw error
        const stored: OutgoingEntry = { ...subject, entry, words }
        const waitsFor = 'nonce' in subject ? subject.nonce : undefined
        const { keepForLater } = await import('../../../api/device/outgoing.ts')
        await keepForLater({ kind: ENTRY_REQUEST, body: stored, file: photo ?? undefined, waitsFor }).catch(() => {
          throw error
        })
        return { entryId: undefined }
      }
    },
    // Not awaited, so that refetches do not delay the next entry. An entry without an id has not changed the server's
    // data.
    onSuccess: ({ entryId }) => {
      if (entryId) void queries.invalidateQueries({ queryKey: aoiKeys.all })
    },
    onError: toastProblem,
  })
  return { ...add, sent }
}
