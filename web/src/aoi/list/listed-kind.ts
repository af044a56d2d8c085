/** What a list of AOIs is of; sensor areas have a list of their own. */
export type ListedKind = 'event' | 'activity'

export const aoiTabs = ['all', 'creator', 'type', 'community'] as const
export type AoiTab = (typeof aoiTabs)[number]

export const tabsOf: Record<ListedKind, readonly AoiTab[]> = {
  event: ['all', 'creator', 'type'],
  activity: ['all', 'creator', 'community'],
}

/** Under which subject the words of a kind stand. */
export const wordsOf = (kind: ListedKind) => (kind === 'event' ? 'events' : 'activities')
