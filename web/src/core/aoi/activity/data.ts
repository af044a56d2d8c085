import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Aoi, aoiApi } from '#contract'
import { call } from '../../../api/call.ts'
import { showCounters, showSaved } from '../data.ts'

export const useRemoveSubscriber = (aoiId: string) =>
  useMutation({
    mutationFn: (subscriberId: string) => call(aoiApi.removeSubscriber, { params: { id: aoiId, subscriberId } }),
    onSuccess: showSaved(useQueryClient()),
  })

export type ActivityTab = 'updates' | 'subscribers'

/** A tab that was open this long counts as seen. */
const SEEN_MS = 1000

/**
 * Resets the counter of unseen items of the open tab after a second. Resets it on the server, so that it applies to
 * every device.
 */
export const useSeen = (aoi: Aoi, tab: ActivityTab): void => {
  const queries = useQueryClient()
  const unseen = tab === 'updates' ? aoi.updates.updates : aoi.updates.subscriptions
  const reset = useEffectEvent(async () => {
    const body = tab === 'updates' ? { updates: 0 } : { subscriptions: 0 }
    // A failed reset is tried again when the counter next changes.
    const counters = await call(aoiApi.resetCounters, { params: { id: aoi._id }, body }).catch(() => undefined)
    if (counters) showCounters(queries, aoi, counters)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab restarts the timer
  useEffect(() => {
    if (unseen === 0) return
    const timer = setTimeout(reset, SEEN_MS)
    return () => clearTimeout(timer)
  }, [unseen, tab])
}
