import type { AoiSummary, LiveMessage } from '#contract'

/** Ids of AOIs that live messages named since the last announcement. */
export type LiveChanges = { created: Set<string>; updated: Set<string> }
export type NewsCounts = { events: number; activities: number; updated: number }

export const addChanges = (changes: LiveChanges, message: LiveMessage): boolean => {
  if (message.type !== 'AOI_CREATED' && message.type !== 'AOI_UPDATED') return false
  const into = message.type === 'AOI_CREATED' ? changes.created : changes.updated
  for (const id of message.aoiIds) into.add(id)
  return true
}

export const countNews = ({ created, updated }: LiveChanges, rows: readonly AoiSummary[], myId: string): NewsCounts => {
  const listed = new Map(rows.map((row) => [row._id, row]))
  const news = { events: 0, activities: 0, updated: 0 }
  for (const id of created) {
    const properties = listed.get(id)?.properties
    if (!properties || properties.forSensors || properties.creatorID === myId) continue
    if (properties.activity) news.activities++
    else news.events++
  }
  // Counts unread AOIs only. A change by someone else makes an AOI unread, an own change does not.
  for (const id of updated) if (!created.has(id) && listed.get(id)?.isRead === false) news.updated++
  return news
}
