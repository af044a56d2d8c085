import { useMutation, useQuery } from '@tanstack/react-query'
import { type CallInput, type Warning, type WarningFeedChange, warningApi } from '#contract'
import { call } from '../../api/call.ts'
import { useRefresh } from '../../api/query-hooks.ts'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { warningKeys } from './keys.ts'

export const useWarnings = () =>
  useQuery({ queryKey: warningKeys.list, queryFn: ({ signal }) => call(warningApi.list, undefined, signal) })

/** The warning with this id, or the warning that updated it. Undefined while loading and after the warning ended. */
export const useWarning = (id: string | undefined): Warning | undefined =>
  useWarnings().data?.warnings.find(({ _id, earlierIds }) => [_id, ...earlierIds].some((one) => one === id))

type NewEvent = CallInput<typeof warningApi.createEvent>['body']

export const useCreateWarningEvent = (id: string) =>
  useMutation({
    mutationFn: (body: NewEvent) => call(warningApi.createEvent, { params: { id }, body }),
    onSuccess: useRefresh(warningKeys.list),
  })

export const useWarningFeeds = () =>
  useQuery({ queryKey: warningKeys.feeds, queryFn: ({ signal }) => call(warningApi.feeds, undefined, signal) })

export type FeedValues = Required<Omit<CallInput<typeof warningApi.createFeed>['body'], 'isEnabled'>>

const useRefreshWarnings = () => useRefresh(warningKeys.all)

export const useCreateWarningFeed = () =>
  useMutation({
    mutationFn: (body: FeedValues) => call(warningApi.createFeed, { body }),
    onSuccess: useRefreshWarnings(),
    onError: toastProblem,
  })

export const useChangeWarningFeed = (id: string) =>
  useMutation({
    mutationFn: (body: WarningFeedChange) => call(warningApi.changeFeed, { params: { id }, body }),
    onSuccess: useRefreshWarnings(),
    onError: toastProblem,
  })

export const useRemoveWarningFeed = () =>
  useMutation({
    mutationFn: ({ _id }: { _id: string }) => call(warningApi.removeFeed, { params: { id: _id } }),
    onSuccess: useRefreshWarnings(),
  })

export const useCheckWarningFeed = (id: string) =>
  useMutation({
    mutationFn: () => call(warningApi.checkFeed, { params: { id } }),
    onSuccess: useRefreshWarnings(),
    onError: toastProblem,
  })
