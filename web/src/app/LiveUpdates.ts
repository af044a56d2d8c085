import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect } from 'react'
import type { LiveMessage, Profile } from '#contract'
import { escalationKeys } from '../alarms/escalation/keys.ts'
import { rotaKeys } from '../alarms/rota/keys.ts'
import { ruleKeys } from '../alarms/rule/keys.ts'
import { sensorKeys } from '../alarms/sensor/keys.ts'
import { liveReaders, onLive } from '../api/live.ts'
import { openLiveStream } from '../api/live-stream.ts'
import { makeRefresher, PAUSE_MS } from '../api/refresher.ts'
import { endSession, goToLogin } from '../api/session.ts'
import { slowSpreadMs, spreadMs } from '../api/spread.ts'
import { aoiKeys } from '../core/aoi/keys.ts'
import { replaceRows, staleAfter } from '../core/aoi/live-rows.ts'
import { communityKeys } from '../core/community/keys.ts'
import { metricKeys } from '../core/metric/keys.ts'
import { regionKeys } from '../core/region/keys.ts'
import { warningKeys } from '../exchange/warning/keys.ts'
import { starterKeys } from '../operations/starter/keys.ts'
import { serviceKeys } from '../people/service/keys.ts'
import { settingKeys } from '../people/setting/keys.ts'
import { userKeys } from '../people/user/keys.ts'
import { reviewKeys } from '../public/review/keys.ts'
import { visitorKeys } from '../public/visitor/keys.ts'
import { toast } from '../ui/overlays/toast.ts'
import { notePresence } from './presence.ts'

/**
 * Keys of the queries that each live message makes stale. core/aoi/live-rows.ts handles messages about AOIs, and
 * core/aoi/map/use-live-tiles.ts refreshes the map's tiles.
 */
const stale: Partial<Record<LiveMessage['type'], (readonly unknown[])[]>> = {
  SENSOR_CREATED: [sensorKeys.list],
  USER_UPDATED: [userKeys.all, metricKeys.results, starterKeys.steps],
  SERVICE_UPDATED: [serviceKeys.all, userKeys.profile, settingKeys.all, regionKeys.all, starterKeys.steps],
  COMMUNITY_UPDATED: [communityKeys.all, aoiKeys.all],
  SETTINGS_UPDATED: [settingKeys.all],
  ALARMS_UPDATED: [ruleKeys.all, escalationKeys.all, rotaKeys.all],
  WARNINGS_UPDATED: [warningKeys.all],
  PUBLIC_LINK_BUSY: [visitorKeys.all],
  REVIEW_UPDATED: [reviewKeys.all],
  CONTENT_COVERED: [[]],
  RESYNC: [[]],
}

/** Refetched after the keys above: metrics count by region, and a deleted metric must not be requested again. */
const staleAfterwards: typeof stale = { SERVICE_UPDATED: [metricKeys.results] }

type SensorUpdate = Extract<LiveMessage, { type: 'SENSOR_UPDATED' }>

/**
 * A message with readings makes only the queries of its sensors stale, and the list only if states or places changed.
 */
const staleBySensors = (message: SensorUpdate, queries: QueryClient): (readonly unknown[])[] => {
  const ids = message.sensorIds ?? [message.sensorId]
  const named = message.hasMore ? [sensorKeys.ones] : ids.map(sensorKeys.one)
  const isWatched = (queryKey: readonly unknown[]) =>
    queries.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0
  return [...(message.changed || message.isMoved ? [sensorKeys.list] : []), ...named.filter(isWatched)]
}

/**
 * Refetches a query after a message. A request in progress may lack the change, so it is sent again; a first load is
 * repeated after it has ended. Hidden tabs load nothing until they are shown.
 */
const refetch = (queries: QueryClient) => async (queryKey: readonly unknown[]) => {
  if (document.visibilityState === 'hidden') return queries.invalidateQueries({ queryKey, refetchType: 'none' })
  const isLoading = queries.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0
  await queries.invalidateQueries({ queryKey })
  if (isLoading) await queries.invalidateQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
}

/** Queries updated by messages that the server does not store, so an interrupted stream may have missed some. */
const shownFleeting = [userKeys.team, userKeys.positions, sensorKeys.ones]
/** While thousands sign in, every large list becomes stale again and again, so it is reloaded at most this often. */
const LEAST_PAUSE_MS = 10_000

const WARNING_MS = 20_000
const warn = (count: number) =>
  toast({ message: i18next.t('events.publicLinkBusy', { count }), color: 'orange', timeoutMs: WARNING_MS })

/**
 * Refetches data that other members change, spread over time so that thousands of pages do not load at once. The stream
 * starts at the first reply, so no change is missed.
 */
export const LiveUpdates = ({ me }: { me: Pick<Profile, '_id' | 'createdAt'> }) => {
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
    let wasReady = false
    const stopListening = onLive((message) => {
      if (message.type === 'AOI_CREATED' || message.type === 'AOI_UPDATED') {
        replaceRows(queries, message, { createdAt })
        for (const key of staleAfter(queries, message)) void refresh(key)
        void refreshSlowly(metricKeys.results)
      }
      if (message.type === 'USER_LOGOFF' && message.userId === myId) {
        endSession(message.reason)
        // Goes at once, because the session check would take half a second.
        return goToLogin()
      }
      if (message.type === 'PRESENCE_CHANGED') {
        const { users, haveMoved = true } = message
        // Without `users`, more members changed than a message can name.
        if (!users) void refreshSeldom(userKeys.team)
        if (!users && haveMoved) void refreshSeldom(userKeys.positions)
        if (users && notePresence(queries, users)) void refresh(userKeys.positions)
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
      stopListening()
    }
  }, [queries, myId, createdAt])
  return null
}
