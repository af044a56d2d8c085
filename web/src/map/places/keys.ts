import type { LngLat } from '#contract'

export const placeKeys = {
  reverse: (language: string, point: LngLat | null) => ['place', 'reverse', language, point],
  search: (language: string, query: string, near: string | undefined) => ['place', 'search', language, query, near],
} as const
