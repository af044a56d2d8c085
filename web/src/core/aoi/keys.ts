import type { Query } from '@tanstack/react-query'

export const aoiKeys = {
  all: ['aoi'],
  /** Lists, counts and charts: a change of any AOI may change them. */
  lists: ['aoi', 'lists'],
  list: (name: ListName, ...parameters: unknown[]) => ['aoi', 'lists', name, ...parameters],
  shared: ['aoi', 'shared'],
  ownExtent: ['aoi', 'ownExtent'],
  ones: ['aoi', 'one'],
  one: (nonce: string) => ['aoi', 'one', nonce],
  abouts: ['aoi', 'about'],
  about: (id: string, ...parts: ('publicText' | 'merged')[]) => ['aoi', 'about', id, ...parts],
  /** Writes. */
  save: ['aoi', 'save'],
  share: ['aoi', 'share'],
  addEntry: ['log', 'add'],
} as const

/** Whether an answer depends on a metric, because it is filtered by it. */
export const isFilteredBy = (metric: string) => (query: Query) =>
  query.queryKey.some((part) => typeof part === 'object' && part !== null && 'metric' in part && part.metric === metric)

type ListName =
  | 'rows'
  | 'groups'
  | 'genericMetrics'
  | 'stateMetrics'
  | 'areas'
  | 'calendar'
  | 'chart'
  | 'dashboard'
  | 'plan'
  | 'spot'
  | 'twins'
  | 'twinGroups'
  | 'similar'
