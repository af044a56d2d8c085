import type { AoiSummary, LiveMessage } from '#contract'

/** What the live stream told of since the last time it was said aloud. */
export type Heard = { created: Set<string>; updated: Set<string> }
export type News = { events: number; activities: number; updated: number }

export const noteHeard = (heard: Heard, message: LiveMessage): boolean => {
  if (message.type !== 'AOI_CREATED' && message.type !== 'AOI_UPDATED') return false
  const into = message.type === 'AOI_CREATED' ? heard.created : heard.updated
  for (const id of message.aoiIds) into.add(id)
  return true
}

/** Of what was heard only what others did, and only what stands in the list that is looked at. */
export const newsOf = ({ created, updated }: Heard, rows: readonly AoiSummary[], myId: string): News => {
  const listed = new Map(rows.map((row) => [row._id, row]))
  const news = { events: 0, activities: 0, updated: 0 }
  for (const id of created) {
    const properties = listed.get(id)?.properties
    if (!properties || properties.forSensors || properties.creatorID === myId) continue
    if (properties.activity) news.activities++
    else news.events++
  }
  // What was changed by someone else is unread until it is opened.
  for (const id of updated) if (!created.has(id) && listed.get(id)?.isRead === false) news.updated++
  return news
}
