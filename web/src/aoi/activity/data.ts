import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Aoi, aoiApi } from '#contract'
import { call } from '../../api/call.ts'
import { keep, showCounters } from '../data.ts'

export const useRemoveSubscriber = (aoiId: string) =>
  useMutation({
    mutationFn: (subscriberId: string) => call(aoiApi.removeSubscriber, { params: { id: aoiId, subscriberId } }),
    onSuccess: keep(useQueryClient()),
  })

export type ActivityTab = 'updates' | 'subscribers'

/** Long enough to have seen it (specification, section 9). */
const SEEN_MS = 1000

/** What stands in the open tab has been seen after a second; the server is told, so that it is so on every device. */
export const useSeen = (aoi: Aoi, tab: ActivityTab): void => {
  const queries = useQueryClient()
  const unseen = tab === 'updates' ? aoi.updates.updates : aoi.updates.subscriptions
  const tell = useEffectEvent(async () => {
    const body = tab === 'updates' ? { updates: 0 } : { subscriptions: 0 }
    // One that did not arrive is told again with the next that is unseen.
    const counters = await call(aoiApi.resetCounters, { params: { id: aoi._id }, body }).catch(() => undefined)
    if (counters) showCounters(queries, aoi, counters)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab begins its second anew
  useEffect(() => {
    if (unseen === 0) return
    const timer = setTimeout(tell, SEEN_MS)
    return () => clearTimeout(timer)
  }, [unseen, tab])
}
