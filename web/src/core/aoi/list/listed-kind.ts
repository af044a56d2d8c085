/** The kinds that have an AOI list; sensor areas have a list of their own. */
export type ListedKind = 'event' | 'activity'

export const aoiTabs = ['all', 'creator', 'type', 'community'] as const
export type AoiTab = (typeof aoiTabs)[number]

export const tabsOf: Record<ListedKind, readonly AoiTab[]> = {
  event: ['all', 'creator', 'type'],
  activity: ['all', 'creator', 'community'],
}

/** The i18n subject of a kind's texts. */
export const textSubject = (kind: ListedKind) => (kind === 'event' ? 'events' : 'activities')
