export type ListedKind = 'event' | 'activity'

export const aoiTabs = ['all', 'creator', 'type', 'community'] as const
export type AoiTab = (typeof aoiTabs)[number]

export const tabsOf: Record<ListedKind, readonly AoiTab[]> = {
  event: ['all', 'creator', 'type'],
  activity: ['all', 'creator', 'community'],
}

export const textSubject = (kind: ListedKind) => (kind === 'event' ? 'events' : 'activities')
