import type { Query } from '@tanstack/react-query'

export const aoiKeys = {
  all: ['aoi'],
  /** Lists, counts and charts, which any change of an AOI may affect. */
  lists: ['aoi', 'lists'],
  list: (name: ListName, ...parameters: unknown[]) => ['aoi', 'lists', name, ...parameters],
  shared: ['aoi', 'shared'],
  ownExtent: ['aoi', 'ownExtent'],
  ones: ['aoi', 'one'],
  one: (nonce: string) => ['aoi', 'one', nonce],
  abouts: ['aoi', 'about'],
  about: (id: string, ...parts: ('publicText' | 'merged')[]) => ['aoi', 'about', id, ...parts],
  /** Keys of mutations. */
  save: ['aoi', 'save'],
  share: ['aoi', 'share'],
  addEntry: ['log', 'add'],
} as const

/** Whether a query is filtered by the metric. */
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
