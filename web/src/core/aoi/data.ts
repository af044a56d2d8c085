import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  type Aoi,
  type AoiKind,
  aoiApi,
  type CallInput,
  type EventType,
  eventTypeApi,
  kindOfAoi,
  shareApi,
} from '#contract'
import { call } from '../../api/call.ts'
import { withSymbols } from '../../ui/icons/symbols.ts'
import { eventTypeKeys } from '../event-type/keys.ts'
import { aoiKeys } from './keys.ts'
import { changeRows } from './live-rows.ts'
import { notifyOwnChange } from './own-changes.ts'

type Dates = { startTime: string; endTime: string }

export const useGenericMetrics = (dates: Dates, type: AoiKind, { enabled = true } = {}) =>
  useQuery({
    queryKey: aoiKeys.list('genericMetrics', type, dates),
    queryFn: ({ signal }) => call(aoiApi.genericMetrics, { query: { ...dates, type } }, signal),
    placeholderData: keepPreviousData,
    enabled,
  })

/** Counts by state, which the server returns faster than all counts of `useGenericMetrics`. */
export const stateMetricsQuery = (dates: Dates, type: AoiKind) =>
  queryOptions({
    queryKey: aoiKeys.list('stateMetrics', type, dates),
    queryFn: ({ signal }) => call(aoiApi.stateMetrics, { query: { ...dates, type } }, signal),
  })

export const useStateMetrics = (dates: Dates, type: AoiKind) =>
  useQuery({ ...stateMetricsQuery(dates, type), placeholderData: keepPreviousData })

export const sharedCountQuery = queryOptions({
  queryKey: aoiKeys.shared,
  queryFn: ({ signal }) => call(aoiApi.sharedMetrics, undefined, signal),
})

export const useSharedCount = () => useQuery({ ...sharedCountQuery, select: ({ sharedAois }) => sharedAois })

export type AoiQuery = CallInput<typeof aoiApi.filtered>['query']

export const useAoiGroups = (query: AoiQuery, { enabled = true } = {}) =>
  useQuery({
    queryKey: aoiKeys.list('groups', query),
    queryFn: ({ signal }) => call(aoiApi.filtered, { query: { ...query, limit: 1, groups: 'true' } }, signal),
    select: ({ byUsers, byTypes, byCommunity }) => ({ byUsers, byTypes, byCommunity }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** Bounds of the events of the member's own service; null if it has none. */
export const ownExtentQuery = queryOptions({
  queryKey: aoiKeys.ownExtent,
  queryFn: async ({ signal }) => (await call(aoiApi.extent, { query: { ownService: 'true' } }, signal)).bounds,
})

export const fetchExtent = async ({ sort: _, order: __, near: ___, ...query }: AoiQuery) =>
  (await call(aoiApi.extent, { query })).bounds

const aoiQuery = (queries: QueryClient, nonce: string) =>
  queryOptions({
    queryKey: aoiKeys.one(nonce),
    queryFn: async ({ signal }) => {
      const aoi = await call(aoiApi.byNonce, { params: { nonce }, query: {} }, signal)
      showAsRead(queries, aoi)
      return aoi
    },
  })

export const useAoi = (nonce: string) => useQuery(aoiQuery(useQueryClient(), nonce))

export const useOpenedAoi = (nonce: string): Aoi | undefined =>
  useQuery({ ...aoiQuery(useQueryClient(), nonce), enabled: false }).data

export const useAoiKind = (nonce: string | undefined): AoiKind | undefined => {
  const { data } = useQuery({ ...aoiQuery(useQueryClient(), nonce ?? ''), enabled: false })
  return nonce && data ? kindOfAoi(data) : undefined
}

/**
 * Marks the AOI as read in cached lists without a request. List requests in progress are repeated, because their
 * replies may still say unread.
 */
const showAsRead = (queries: QueryClient, { _id }: Aoi): void => {
  let wasUnread = false
  changeRows(queries, (row) => {
    if (row._id !== _id || row.isRead) return row
    wasUnread = true
    return { ...row, isRead: true }
  })
  if (wasUnread) void queries.invalidateQueries({ queryKey: aoiKeys.list('genericMetrics') })
  const rows = { queryKey: aoiKeys.list('rows') }
  if (queries.isFetching(rows)) void queries.invalidateQueries(rows)
}

export const eventTypesQuery = (service: string) =>
  queryOptions({
    queryKey: eventTypeKeys.withArchived(service),
    queryFn: ({ signal }) =>
      call(eventTypeApi.ofService, { params: { service }, query: { archived: 'true' } }, signal).then(withSymbols),
    staleTime: 60_000,
  })

const isCurrent = ({ isArchived }: { isArchived?: boolean | undefined }) => !isArchived
const withoutArchived = (types: EventType[]): EventType[] =>
  types.filter(isCurrent).map((type) => ({ ...type, fields: type.fields.filter(isCurrent) }))

export const useEventTypes = (service: string) => useQuery({ ...eventTypesQuery(service), select: withoutArchived })

/** Shows the AOI that a write returned, and refetches lists, counters and the map. */
export const showSaved = (queries: QueryClient) => (aoi: Aoi) => {
  queries.setQueryData(aoiKeys.one(aoi.properties.nonce), aoi)
  return refreshLists(queries)
}

export const showCounters = (queries: QueryClient, { properties: { nonce } }: Aoi, updates: Aoi['updates']): void => {
  queries.setQueryData<Aoi>(aoiKeys.one(nonce), (aoi) => aoi && { ...aoi, updates })
}

const refreshLists = (queries: QueryClient) => {
  notifyOwnChange()
  return Promise.all(
    [aoiKeys.lists, aoiKeys.shared, aoiKeys.abouts].map((queryKey) => queries.invalidateQueries({ queryKey })),
  )
}

export const useArchive = () =>
  useMutation({
    mutationFn: ({ _id, isArchived }: Pick<Aoi, '_id' | 'isArchived'>) =>
      call(isArchived ? aoiApi.unarchive : aoiApi.archive, { params: { id: _id } }),
    onSuccess: showSaved(useQueryClient()),
  })

export const useRemoveAoi = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: Pick<Aoi, '_id'>) => call(aoiApi.remove, { params: { id: _id } }),
    onSuccess: () => refreshLists(queries),
  })
}

export const useRestoreAoi = () =>
  useMutation({
    mutationFn: ({ _id }: Pick<Aoi, '_id'>) => call(aoiApi.restore, { params: { id: _id } }),
    onSuccess: showSaved(useQueryClient()),
  })

export const useShareDone = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: Pick<Aoi, '_id'>) => call(shareApi.done, { params: { id: _id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: aoiKeys.all }),
  })
}

export const useShare = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: aoiKeys.share,
    mutationFn: async ({ aoiIds, usersId }: { aoiIds: string[]; usersId: string[] }) => {
      for (const id of aoiIds) await call(shareApi.share, { params: { id }, body: { usersId, targetAoi: id } })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: aoiKeys.all }),
  })
}

export const useTakeBack = ({ _id }: Pick<Aoi, '_id'>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (userId: string) => call(shareApi.takeBack, { params: { id: _id, userId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: aoiKeys.all }),
  })
}

export const usePlanAois = (localMapId: string, { sort: _, order: __, near: ___, ...query }: AoiQuery) =>
  useQuery({
    queryKey: aoiKeys.list('plan', localMapId, query),
    queryFn: ({ signal }) => call(aoiApi.onLocalMap, { params: { localMapId }, query }, signal),
    placeholderData: keepPreviousData,
  })
