/** The cache keys of everything that is loaded about AOIs, grouped by what makes them stale. */
export const aoiKeys = {
  all: ['aoi'],
  /** Lists, counts and charts: a change of any AOI may change them. */
  lists: ['aoi', 'lists'],
  list: (name: ListName, ...parameters: unknown[]) => ['aoi', 'lists', name, ...parameters],
  shared: ['aoi', 'shared'],
  ones: ['aoi', 'one'],
  one: (nonce: string) => ['aoi', 'one', nonce],
  abouts: ['aoi', 'about'],
  about: (id: string, ...parts: ('publicText' | 'merged')[]) => ['aoi', 'about', id, ...parts],
} as const

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
