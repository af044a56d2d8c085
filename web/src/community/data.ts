import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Community, communityApi } from '#contract'
import { call } from '../api/call.ts'
import { currentLanguage } from '../i18n/i18n.ts'

/** Live messages say when they are stale. */
const STALE_MS = 60_000

export const useCommunities = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: ['community', 'all'],
    queryFn: ({ signal }) => call(communityApi.communities, undefined, signal),
    staleTime: STALE_MS,
    enabled,
  })

export const useGroups = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: ['community', 'groups'],
    queryFn: ({ signal }) => call(communityApi.groups, undefined, signal),
    staleTime: STALE_MS,
    enabled,
  })

/** In the reader's language where it was translated. */
export const communityName = ({ title, translations }: Pick<Community, 'title' | 'translations'>): string =>
  translations[currentLanguage()]?.title || title

export const useCommunityNames = (options?: { enabled: boolean }): ReadonlyMap<string, string> => {
  const { data } = useCommunities(options)
  return useMemo(() => new Map(data?.map((community) => [community._id, communityName(community)])), [data])
}
