import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type LngLat, visitorApi } from '#contract'
import { call } from '../../api/call.ts'
import { placeText } from './link-place.ts'

const key = ['visitor', 'publicLink']

export const usePublicLink = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => call(visitorApi.publicLink, undefined, signal) })

export const useReplaceLink = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(visitorApi.replaceLink),
    onSuccess: (link) => queries.setQueryData(key, link),
  })
}

export const useHoldReports = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (holdsReports: boolean) => call(visitorApi.changeLink, { body: { holdsReports } }),
    onSuccess: (link) => {
      queries.setQueryData(key, link)
      return queries.invalidateQueries({ queryKey: ['review'] })
    },
  })
}

export const linkTo = (link: string, type: string, place: LngLat | null): string => {
  const url = new URL(link)
  if (type) url.searchParams.set('type', type)
  if (place) url.searchParams.set('at', placeText(place))
  return url.href
}
