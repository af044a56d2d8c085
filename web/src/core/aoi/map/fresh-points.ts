import { isListed, kindOfAoi, type ListFilter, type LiveMessage, placeOf, type SharedAoiRow } from '#contract'

/** What is newer than the tiles, by the id of the AOI: a row to draw above them, or null to draw nothing. */
export type FreshPoints = ReadonlyMap<string, SharedAoiRow | null>

/** Long enough to make one request of a burst, short enough to feel immediate. */
const GATHER_MS = 250
/** Where many listen, points that are drawn above the tiles stand for them this long at least. */
const FRESH_MS = 90_000

/** More are loaded as tiles, which also gather them into clusters. */
const MOST_POINTS = 200

/**
 * What is newer than the tiles after a message; the same object if it changes nothing. Undefined if tiles have to be
 * loaded: the message carries no rows, only the server can tell whether the filter finds them, or there are too many.
 */
export const addFresh = (fresh: FreshPoints, message: LiveMessage, filter: ListFilter): FreshPoints | undefined => {
  if (message.type !== 'AOI_CREATED' && message.type !== 'AOI_UPDATED') return undefined
  if (!message.rows) return undefined
  const next = new Map(fresh)
  for (const id of message.goneIds ?? []) next.set(id, null)
  for (const row of message.rows) {
    if ((next.get(row._id)?.revision ?? 0) > row.revision) continue
    const isShown = isListed(row, filter, undefined)
    if (isShown === undefined) return undefined
    next.set(row._id, isShown ? row : null)
  }
  return next.size > MOST_POINTS ? undefined : next
}

/** As the tiles draw points; undefined if there is nothing to draw besides the selected AOI. */
export const freshFeatures = (
  fresh: FreshPoints,
  selected: string | undefined,
): GeoJSON.FeatureCollection | undefined => {
  const rows = [...fresh.values()].filter((row) => row !== null)
  const features = rows.filter(({ properties }) => properties.nonce !== selected).map(featureOf)
  return features.length > 0 ? { type: 'FeatureCollection', features } : undefined
}

const featureOf = (row: SharedAoiRow): GeoJSON.Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: placeOf(row) },
  properties: {
    id: row._id,
    nonce: row.properties.nonce,
    name: row.properties.name,
    kind: kindOfAoi(row),
    state: row.state,
    eventTypeId: row.properties.publicAction?._id,
    ...(row.mergedCount > 0 && { merged: row.mergedCount }),
  },
})

/** When to load tiles again, in ms: at once in a small service, where many listen each at a moment of its own. */
export const tilesDelayMs = (spread: number, isDrawn: boolean, random = Math.random()): number => {
  if (spread === 0) return GATHER_MS
  return isDrawn ? FRESH_MS * (1 + random) : GATHER_MS + spread * random
}
