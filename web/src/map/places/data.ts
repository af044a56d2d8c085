import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LngLat, placeApi } from '#contract'
import { call } from '../../api/call.ts'
import { currentLanguage } from '../../i18n/i18n.ts'

const placeKeys = {
  reverse: (language: string, point: LngLat | null) => ['place', 'reverse', language, point],
  search: (language: string, query: string, near: string | undefined) => ['place', 'search', language, query, near],
} as const

const STALE_MS = 10 * 60_000
const DIGITS = 4
/** About 1 km. The rounded position is part of the query's key, so a small move of the map reuses the results. */
const NEAR_DIGITS = 2

const rounded = ([lng, lat]: LngLat, digits = DIGITS): LngLat => [
  Number(lng.toFixed(digits)),
  Number(lat.toFixed(digits)),
]

export const useAddress = (at: LngLat | null, { enabled = true } = {}) => {
  const language = currentLanguage()
  const point = at && rounded(at)
  return useQuery({
    queryKey: placeKeys.reverse(language, point),
    meta: { isStored: false },
    queryFn: async ({ signal }) => {
      const [lng, lat] = point as LngLat
      return (await call(placeApi.reverse, { query: { lng, lat, language } }, signal)).address
    },
    enabled: enabled && point !== null,
    staleTime: STALE_MS,
    retry: false,
  })
}

export const usePlaceSearch = (text: string, near: LngLat | undefined) => {
  const language = currentLanguage()
  const query = text.trim()
  const around = near && rounded(near, NEAR_DIGITS).join()
  return useQuery({
    queryKey: placeKeys.search(language, query, around),
    meta: { isStored: false },
    queryFn: ({ signal }) => call(placeApi.search, { query: { text: query, language, near: around } }, signal),
    enabled: query.length >= 2,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    retry: false,
  })
}
