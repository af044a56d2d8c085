import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallInput, feedApi } from '#contract'
import { call } from '../../api/call.ts'
import { reachable } from '../../api/reachable.ts'
import { feedKeys } from './keys.ts'

export type FeedDraft = CallInput<typeof feedApi.create>['body']

export const useFeeds = () =>
  useQuery({ queryKey: feedKeys.all, queryFn: ({ signal }) => call(feedApi.list, undefined, signal) })

const useRefreshFeeds = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: feedKeys.all })
}

export const useCreateFeed = () =>
  useMutation({
    mutationFn: async (body: FeedDraft) => {
      const feed = await call(feedApi.create, { body })
      return { ...feed, link: reachable(feed.link) }
    },
    onSettled: useRefreshFeeds(),
  })

export const useRevokeFeed = () =>
  useMutation({
    mutationFn: (id: string) => call(feedApi.revoke, { params: { id } }),
    onSettled: useRefreshFeeds(),
  })
