import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type LngLat, visitorApi } from '#contract'
import { call } from '../../api/call.ts'
import { reviewKeys } from '../review/keys.ts'
import { visitorKeys } from './keys.ts'
import { placeText } from './link-place.ts'

export const usePublicLink = () =>
  useQuery({
    queryKey: visitorKeys.publicLink,
    queryFn: ({ signal }) => call(visitorApi.publicLink, undefined, signal),
  })

export const useReplaceLink = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(visitorApi.replaceLink),
    onSuccess: (link) => queries.setQueryData(visitorKeys.publicLink, link),
  })
}

export const useHoldReports = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (holdsReports: boolean) => call(visitorApi.changeLink, { body: { holdsReports } }),
    onSuccess: (link) => {
      queries.setQueryData(visitorKeys.publicLink, link)
      return queries.invalidateQueries({ queryKey: reviewKeys.all })
    },
  })
}

export const linkTo = (link: string, type: string, place: LngLat | null): string => {
  const url = new URL(link)
  if (type) url.searchParams.set('type', type)
  if (place) url.searchParams.set('at', placeText(place))
  return url.href
}
