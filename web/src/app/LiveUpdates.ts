import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect } from 'react'
import type { LiveMessage } from '#contract'
import { liveReaders, onLive } from '../api/live.ts'
import { openLiveStream } from '../api/live-stream.ts'
import { endSession, goToLogin } from '../api/session.ts'
import { slowSpreadMs, spreadMs } from '../api/spread.ts'
import { toast } from '../ui/overlays/toast.ts'
import { followLiveAois } from './live-aois.ts'
import { notePresence } from './presence.ts'
import { makeRefresher, PAUSE_MS } from './refresher.ts'

/**
 * The queries that each live message makes stale, by the beginning of their keys. What messages about AOIs do is in
 * live-aois.ts. The map's tiles are no query: core/aoi/map/use-live-tiles.ts refreshes them.
 */
const stale: Partial<Record<LiveMessage['type'], string[][]>> = {
  SENSOR_CREATED: [['sensor', 'list']],
  // Metrics count by role.
  USER_UPDATED: [['user'], ['metric'], ['starter', 'steps']],
  SERVICE_UPDATED: [['service'], ['user', 'profile'], ['setting'], ['region'], ['starter', 'steps']],
  COMMUNITY_UPDATED: [['community'], ['aoi']],
  SETTINGS_UPDATED: [['setting']],
  ALARMS_UPDATED: [['rule'], ['escalation'], ['rota']],
  PUBLIC_LINK_BUSY: [['visitor']],
  REVIEW_UPDATED: [['review']],
  CONTENT_COVERED: [[]],
  RESYNC: [[]],
}

/** Refetched after the others: metrics count by region, and a metric that was deleted must not be requested again. */
const staleAfterwards: typeof stale = { SERVICE_UPDATED: [['metric']] }

type SensorUpdate = Extract<LiveMessage, { type: 'SENSOR_UPDATED' }>

/** Readings make only the queries of these sensors stale; lists and the map show states and places alone. */
const staleBySensors = (message: SensorUpdate, queries: QueryClient): string[][] => {
  const ids = message.sensorIds ?? [message.sensorId]
  const isWatched = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    message.hasMore || ids.includes(String(queryKey[2]))
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
 * A request under way may miss the change: it is repeated, and a first load is repeated after it has ended. A query
 * that failed meanwhile has no data that could be stale. A hidden tab loads nothing, since most tabs of thousands of
 * members are hidden: TanStack Query loads what is stale when the tab is looked at again.
 */
const refetch = (queries: QueryClient) => async (queryKey: readonly unknown[]) => {
  if (document.visibilityState === 'hidden') return queries.invalidateQueries({ queryKey, refetchType: 'none' })
  const isLoading = queries.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0
  await queries.invalidateQueries({ queryKey })
  if (isLoading) await queries.invalidateQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
}

/** Where presence is shown; loaded again by those who look at it when too many come and go to be named. */
const team = ['user', 'grouped']
const positions = ['user', 'positions']
/** What live messages that are not kept tell of: a stream that was cut may have missed some. */
const shownFleeting = [team, positions, ['sensor', 'one']]
/** While thousands sign in, each list of them is large and old at once. Not all load it at the same moment. */
const LEAST_PAUSE_MS = 10_000

const WARNING_MS = 20_000
const warn = (count: number) =>
  toast({ message: i18next.t('events.publicLinkBusy', { count }), color: 'orange', timeoutMs: WARNING_MS })

/** Counters follow messages; what those could not tell is put right by loading them now and then. */
const RECOUNT_MS = 60_000

/**
 * Refetches what others change, at a moment of its own: after a message to thousands not all load at the same time. The
 * stream starts at the first reply, so that no change since then is missed.
 */
export const LiveUpdates = ({ me }: { me: { _id: string; createdAt: string } }) => {
  const queries = useQueryClient()
  const { _id: myId, createdAt } = me
  useEffect(() => {
    const ask = refetch(queries)
    const within = (ms: number) => ms * Math.random()
    const atLeast = (ms: number) => Math.max(ms, PAUSE_MS)
    const refresh = makeRefresher(ask, {
      delayMs: () => within(spreadMs(liveReaders())),
      pauseMs: () => atLeast(spreadMs(liveReaders())),
    })
    const refreshSlowly = makeRefresher(ask, {
      delayMs: () => within(slowSpreadMs(liveReaders())),
      pauseMs: () => atLeast(slowSpreadMs(liveReaders())),
    })
    const refreshSeldom = makeRefresher(ask, {
      delayMs: () => within(spreadMs(liveReaders())),
      pauseMs: () => Math.max(LEAST_PAUSE_MS * (1 + Math.random()), spreadMs(liveReaders())),
    })
    const recount = makeRefresher(ask, { delayMs: () => RECOUNT_MS * (1 + Math.random()) })
    const followAois = followLiveAois(queries, { createdAt }, (plan) => {
      for (const key of plan.stale) void (key[0] === 'metric' ? refreshSlowly(key) : refresh(key))
      if (plan.patched.some(({ queryKey }) => queryKey[1] === 'stateMetrics')) void recount(['aoi', 'stateMetrics'])
    })
    let wasReady = false
    const stopHearing = onLive((message, position) => {
      followAois(message, position)
      if (message.type === 'USER_LOGOFF' && message.userId === myId) {
        endSession(message.reason)
        // Without waiting for the session check, which takes half a second.
        return goToLogin()
      }
      if (message.type === 'PRESENCE_CHANGED') {
        const { users, haveMoved = true } = message
        if (!users) void refreshSeldom(team)
        if (!users && haveMoved) void refreshSeldom(positions)
        if (users && notePresence(queries, users)) void refresh(positions)
      }
      if (message.type === 'READY') {
        if (wasReady) for (const key of shownFleeting) void refresh(key)
        wasReady = true
      }
      if (message.type === 'PUBLIC_LINK_BUSY') void warn(message.count)
      const answered = Promise.all((stale[message.type] ?? []).map((key) => refresh(key)))
      const afterwards = staleAfterwards[message.type]
      if (afterwards) void answered.then(() => afterwards.map((key) => refresh(key)))
      if (message.type === 'SENSOR_UPDATED') for (const key of staleBySensors(message, queries)) void refresh(key)
    })
    const stop = openLiveStream(() => void refresh([]))
    return () => {
      stop()
      stopHearing()
    }
  }, [queries, myId, createdAt])
  return null
}
