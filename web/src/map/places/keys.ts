import type { LngLat } from '#contract'

export const placeKeys = {
  reverse: (language: string, point: LngLat | null) => ['place', 'reverse', language, point],
  search: (language: string, query: string) => ['place', 'search', language, query],
} as const
