import { useMutation, useQueryClient } from '@tanstack/react-query'
import { logApi, Problem } from '#contract'
import { call } from '../api/call.ts'
import { ENTRY_REQUEST, type EntryBody, type KeptEntry, type Subject } from './outgoing.ts'

const isLineDown = (error: unknown) => error instanceof Problem && error.code === 'network'

/**
 * The nonce makes a retry after a lost answer the same entry (behaviour 10): without a line it is kept and sent later,
 * and so it is for as long as what it is about is on this device only.
 */
export const useAddEntry = (subject: Subject) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ entry, words }: { entry: EntryBody; words: string }) => {
      try {
        if (!navigator.onLine || !('number' in subject)) throw new Problem('network')
        await call(logApi.add, { params: { number: subject.number }, body: entry })
        return { isKept: false }
      } catch (error) {
        if (!isLineDown(error)) throw error
        const kept: KeptEntry = { ...subject, entry, words }
        const waitsFor = 'nonce' in subject ? subject.nonce : undefined
        const { keepForLater } = await import('../api/device/outgoing.ts')
        await keepForLater({ kind: ENTRY_REQUEST, body: kept, waitsFor }).catch(() => {
          throw error
        })
        return { isKept: true }
      }
    },
    // Without a line there is nothing to ask again.
    onSuccess: ({ isKept }) => (isKept ? undefined : queries.invalidateQueries({ queryKey: ['aoi'] })),
  })
}
