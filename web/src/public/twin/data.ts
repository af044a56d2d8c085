import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallInput, MERGED_AT_ONCE, MERGED_LISTED, twinApi } from '#contract'
import { call } from '../../api/call.ts'
import { aoiKeys } from '../../core/aoi/keys.ts'

export const useTwins = (id: string, { enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: aoiKeys.list('twins', id),
    queryFn: ({ signal }) => call(twinApi.ofAoi, { params: { id } }, signal),
    enabled,
  })

export const useMergedReports = (id: string, { enabled }: { enabled: boolean }) =>
  useInfiniteQuery({
    queryKey: aoiKeys.about(id, 'merged'),
    queryFn: ({ pageParam, signal }) => call(twinApi.merged, { params: { id }, query: { offset: pageParam } }, signal),
    initialPageParam: 0,
    getNextPageParam: (page, _, offset) => (page.length < MERGED_LISTED ? undefined : offset + page.length),
    select: ({ pages }) => pages.flat(),
    enabled,
  })

export const useTwinGroups = () =>
  useQuery({ queryKey: aoiKeys.list('twinGroups'), queryFn: ({ signal }) => call(twinApi.groups, undefined, signal) })

type Question = CallInput<typeof twinApi.similar>['body']

/** Possible duplicates of a draft; no request until the draft has a type, a place and some words. */
export const useSimilar = (question: Question | undefined) =>
  useQuery({
    queryKey: aoiKeys.list('similar', question),
    queryFn: ({ signal }) => (question ? call(twinApi.similar, { body: question }, signal) : []),
    enabled: question !== undefined,
    placeholderData: (before) => before,
    staleTime: 60_000,
  })

const useRefreshing = <Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) => {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => queries.invalidateQueries({ queryKey: aoiKeys.all }) })
}

type Pairing = { id: string; aoiIds: string[] }

const inParts = async ({ id, aoiIds }: Pairing, send: (part: Pairing) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < aoiIds.length; at += MERGED_AT_ONCE)
    await send({ id, aoiIds: aoiIds.slice(at, at + MERGED_AT_ONCE) })
}

export const useMerge = () =>
  useRefreshing((pairing: Pairing) =>
    inParts(pairing, ({ id, aoiIds }) => call(twinApi.merge, { params: { id }, body: { aoiIds } })),
  )

export const useSeparate = () => useRefreshing((id: string) => call(twinApi.separate, { params: { id } }))

export const useDismiss = () =>
  useRefreshing((pairing: Pairing) =>
    inParts(pairing, ({ id, aoiIds }) => call(twinApi.dismiss, { params: { id }, body: { aoiIds } })),
  )
