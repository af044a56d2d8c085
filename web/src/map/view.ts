/** Longitude, then latitude, in degrees. */
export type LngLat = [lng: number, lat: number]

/** Where the map looks. */
export interface View {
  center: LngLat
  zoom: number
}

const key = 'cohesion.map.view'

/** Mercator ends here. */
const highestLatitude = 85.05
const deepestZoom = 24

/** The view of the last visit, or the given one where nothing usable was kept. */
export function recallView(otherwise: View, storage: Storage = localStorage): View {
  try {
    return asView(JSON.parse(storage.getItem(key) ?? 'null')) ?? otherwise
  } catch {
    return otherwise
  }
}

/** A browser that keeps nothing (private mode, full storage) just starts from the given view again. */
export function rememberView({ center, zoom }: View, storage: Storage = localStorage): void {
  const [lng, lat] = center.map((degrees) => Number(degrees.toFixed(5)))
  try {
    storage.setItem(key, JSON.stringify({ lng, lat, zoom: Number(zoom.toFixed(2)) }))
  } catch {}
}

function asView(kept: unknown): View | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { lng, lat, zoom } = kept as Record<string, unknown>
  const isUsable = within(lng, 180) && within(lat, highestLatitude) && within(zoom, deepestZoom) && zoom >= 0
  return isUsable ? { center: [lng, lat], zoom } : undefined
}

const within = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= limit
