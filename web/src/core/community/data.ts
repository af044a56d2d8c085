import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Community, communityApi } from '#contract'
import { call } from '../../api/call.ts'
import { titleOf } from '../../i18n/names.ts'
import { communityKeys } from './keys.ts'

/** Live messages mark the data stale earlier. */
const STALE_MS = 60_000

const communitiesQuery = queryOptions({
  queryKey: communityKeys.communities,
  queryFn: ({ signal }) => call(communityApi.communities, undefined, signal),
  staleTime: STALE_MS,
})

export const useCommunities = ({ enabled = true } = {}) => useQuery({ ...communitiesQuery, enabled })

export const useGroups = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: communityKeys.groups,
    queryFn: ({ signal }) => call(communityApi.groups, undefined, signal),
    staleTime: STALE_MS,
    enabled,
  })

const namesOf = (communities: readonly Community[] = []): ReadonlyMap<string, string> =>
  new Map(communities.map((community) => [community._id, titleOf(community)]))

export const useCommunityNames = (options?: { enabled: boolean }): ReadonlyMap<string, string> => {
  const { data } = useCommunities(options)
  return useMemo(() => namesOf(data), [data])
}
