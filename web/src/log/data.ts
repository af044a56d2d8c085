import { useMutation, useQueryClient } from '@tanstack/react-query'
import { logApi, Problem } from '#contract'
import { call } from '../api/call.ts'
import { ENTRY_REQUEST, type EntryBody, type OutgoingEntry, type Subject } from './outgoing.ts'

const isNetworkProblem = (error: unknown) => error instanceof Problem && error.code === 'network'

/**
 * Adds an entry. Its nonce makes a repeat after a lost reply the same entry (behaviour 10). Offline, and while its AOI
 * is only on this device, the entry is stored and sent later.
 */
export const useAddEntry = (subject: Subject) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ entry, words }: { entry: EntryBody; words: string }) => {
      try {
        if (!navigator.onLine || !('number' in subject)) throw new Problem('network')
        await call(logApi.add, { params: { number: subject.number }, body: entry })
        return { isStored: false }
      } catch (error) {
        if (!isNetworkProblem(error)) throw error
        const stored: OutgoingEntry = { ...subject, entry, words }
        const waitsFor = 'nonce' in subject ? subject.nonce : undefined
        const { keepForLater } = await import('../api/device/outgoing.ts')
        await keepForLater({ kind: ENTRY_REQUEST, body: stored, waitsFor }).catch(() => {
          throw error
        })
        return { isStored: true }
      }
    },
    // Stored on the device: nothing changed on the server.
    onSuccess: ({ isStored }) => (isStored ? undefined : queries.invalidateQueries({ queryKey: ['aoi'] })),
  })
}
