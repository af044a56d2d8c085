import { isListed, kindOfAoi, type ListFilter, type LiveMessage, placeOf, type SharedAoiRow } from '#contract'

/** AOIs newer than the tiles, by id: a row to draw, or null to hide. */
export type FreshPoints = ReadonlyMap<string, SharedAoiRow | null>

/** Long enough to make one request of a burst, short enough to feel immediate. */
const GATHER_MS = 250
/** In large services, drawn points replace a tile reload for at least this long. */
const FRESH_MS = 90_000

/** With more points, tiles are reloaded and cluster them. */
const MOST_POINTS = 200

/**
 * Points after a message; unchanged ones keep their identity. Undefined if tiles must be reloaded: no rows, a filter
 * only the server knows, or too many points.
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

/** Delay of a tile reload in ms: none in a small service, spread in a large one. */
export const tilesDelayMs = (spread: number, isDrawn: boolean, random = Math.random()): number => {
  if (spread === 0) return GATHER_MS
  return isDrawn ? FRESH_MS * (1 + random) : GATHER_MS + spread * random
}
