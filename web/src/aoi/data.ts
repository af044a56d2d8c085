import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type Aoi, type AoiKind, type AoiPage, aoiApi, type CallInput, eventTypeApi, shareApi } from '#contract'
import { call } from '../api/call.ts'

type Dates = { startTime: string; endTime: string }

/** How many AOIs are new, in progress, archived… Without dates: over all time. */
export const useGenericMetrics = (dates?: Dates, type: AoiKind = 'event') =>
  useQuery({
    queryKey: ['aoi', 'genericMetrics', type, dates ?? 'all'],
    queryFn: ({ signal }) => call(aoiApi.genericMetrics, { query: { ...dates, type } }, signal),
    placeholderData: keepPreviousData,
  })

/** What lists, map, charts and exports are filtered by, as it is sent. */
export type AoiQuery = CallInput<typeof aoiApi.filtered>['query']

const PAGE_ROWS = 200

/** A list in pages of 200; the first one also counts its groups where they are shown. */
export const useAoiPages = (query: AoiQuery, { withGroups = false } = {}) =>
  useInfiniteQuery({
    queryKey: ['aoi', 'pages', query, withGroups],
    queryFn: ({ signal, pageParam }) =>
      call(
        aoiApi.filtered,
        { query: { ...query, limit: PAGE_ROWS, cursor: pageParam, groups: String(withGroups && !pageParam) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AoiPage) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
export type AoiPages = InfiniteData<AoiPage>

const aoiKey = (nonce: string) => ['aoi', 'one', nonce]

/** One AOI, whole. Opening it marks it read, so it is never asked for ahead of time. */
export const useAoi = (nonce: string) =>
  useQuery({
    queryKey: aoiKey(nonce),
    queryFn: ({ signal }) => call(aoiApi.byNonce, { params: { nonce }, query: {} }, signal),
  })

/** The event types of a service, with their questions. */
export const useEventTypes = (service: string) =>
  useQuery({
    queryKey: ['service', 'eventTypes', service],
    queryFn: ({ signal }) => call(eventTypeApi.ofService, { params: { service }, query: {} }, signal),
    staleTime: 60_000,
  })

/** A write answers the whole AOI: it is shown at once; lists, counters and the map are asked again. */
const keep = (queries: QueryClient) => (aoi: Aoi) => {
  queries.setQueryData(aoiKey(aoi.properties.nonce), aoi)
  return refreshLists(queries)
}

const refreshLists = (queries: QueryClient) =>
  queries.invalidateQueries({
    queryKey: ['aoi'],
    predicate: ({ queryKey }) => queryKey[1] !== 'one',
  })

export const useCreateAoi = () =>
  useMutation({
    mutationFn: (input: CallInput<typeof aoiApi.create, Blob>) => call(aoiApi.create, input),
    onSuccess: keep(useQueryClient()),
  })

export const useChangeAoi = () =>
  useMutation({
    mutationFn: (input: CallInput<typeof aoiApi.change, Blob>) => call(aoiApi.change, input),
    onSuccess: keep(useQueryClient()),
  })

export const useArchive = () =>
  useMutation({
    mutationFn: ({ _id, isArchived }: Pick<Aoi, '_id' | 'isArchived'>) =>
      call(isArchived ? aoiApi.unarchive : aoiApi.archive, { params: { id: _id } }),
    onSuccess: keep(useQueryClient()),
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
    onSuccess: keep(useQueryClient()),
  })

/** Marks what was shared with me as done. */
export const useShareDone = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: Pick<Aoi, '_id'>) => call(shareApi.done, { params: { id: _id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['aoi'] }),
  })
}

/** Shares several AOIs with several members; the server takes one AOI a call. */
export const useShare = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ aoiIds, usersId }: { aoiIds: string[]; usersId: string[] }) => {
      for (const id of aoiIds) await call(shareApi.share, { params: { id }, body: { usersId, targetAoi: id } })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['aoi'] }),
  })
}
