import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect } from 'react'
import type { LiveMessage } from '#contract'
import { onLive } from '../api/live.ts'
import { startLive } from '../api/live-stream.ts'
import { endSession, goToLogin } from '../api/session.ts'
import { toast } from '../ui/overlays/toast.ts'
import { notePresence } from './presence.ts'
import { makeRefresher } from './refresher.ts'

/** Which answers a message makes stale, by the first words of their keys. */
const stale: Partial<Record<LiveMessage['type'], string[][]>> = {
  AOI_CREATED: [['aoi'], ['metric'], ['community']],
  AOI_UPDATED: [['aoi'], ['metric'], ['community', 'group']],
  SENSOR_CREATED: [['sensor', 'list']],
  // Metrics count by role.
  USER_UPDATED: [['user'], ['metric']],
  SERVICE_UPDATED: [['service'], ['user', 'profile'], ['setting'], ['region']],
  COMMUNITY_UPDATED: [['community'], ['aoi']],
  SETTINGS_UPDATED: [['setting']],
  PUBLIC_LINK_BUSY: [['visitor']],
  RESYNC: [[]],
}

/** What is asked for once the others have answered: metrics count by region, and one that was deleted is asked no more. */
const staleAfterwards: typeof stale = { SERVICE_UPDATED: [['metric']] }

type SensorUpdate = Extract<LiveMessage, { type: 'SENSOR_UPDATED' }>
/** The server names no more than this. */
const MOST_NAMED = 200

/** Mere readings concern whoever looks at one of these sensors; lists and the map show states and places only. */
const staleBySensors = (message: SensorUpdate, queries: QueryClient): string[][] => {
  const ids = message.sensorIds ?? [message.sensorId]
  const isWatched = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    ids.length >= MOST_NAMED || ids.includes(String(queryKey[2]))
  const watched = queries
    .getQueryCache()
    .findAll({ queryKey: ['sensor', 'one'], type: 'active' })
    .filter(isWatched)
  return [
    ...(message.changed || message.isMoved ? [['sensor', 'list']] : []),
    ...[...new Set(watched.map(({ queryKey }) => String(queryKey[2])))].map((id) => ['sensor', 'one', id]),
  ]
}

/**
 * What was asked before the message may not know of it: it is asked anew, and a first answer once more after itself. One
 * that failed meanwhile knows nothing that could be stale.
 */
const askAgain = (queries: QueryClient) => async (queryKey: readonly string[]) => {
  const isLoading = queries.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0
  await queries.invalidateQueries({ queryKey })
  if (isLoading) await queries.invalidateQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
}

const WARNING_MS = 20_000
const warn = (count: number) =>
  toast({ message: i18next.t('events.publicLinkBusy', { count }), color: 'orange', timeoutMs: WARNING_MS })

/**
 * What others change is asked for anew. It comes after the first view, and with the start of the stream everything that
 * view was made of is asked for once more.
 */
export const LiveUpdates = ({ myId }: { myId: string }) => {
  const queries = useQueryClient()
  useEffect(() => {
    let isFirst = true
    const refresh = makeRefresher(askAgain(queries))
    const stopHearing = onLive((message) => {
      if (message.type === 'USER_LOGOFF' && message.userId === myId) {
        endSession(message.reason)
        // At once: the other tabs notice within half a second.
        return goToLogin()
      }
      if (message.type === 'USER_PRESENCE') notePresence(queries, message)
      if (message.type === 'PUBLIC_LINK_BUSY') void warn(message.count)
      const answered = Promise.all((stale[message.type] ?? []).map(refresh))
      const afterwards = staleAfterwards[message.type]
      if (afterwards) void answered.then(() => afterwards.map(refresh))
      if (message.type === 'SENSOR_UPDATED') for (const key of staleBySensors(message, queries)) refresh(key)
      // What changed between the first answers and the start of the stream; a resumed stream tells all it missed.
      if (message.type === 'READY' && isFirst) refresh([])
      if (message.type === 'READY') isFirst = false
    })
    const stop = startLive()
    return () => {
      stop()
      stopHearing()
    }
  }, [queries, myId])
  return null
}
