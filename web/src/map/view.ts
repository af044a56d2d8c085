export type LngLat = [lng: number, lat: number]

export interface View {
  center: LngLat
  zoom: number
  /**
   * West, south, east and north in degrees. The first view shows all of these bounds in the uncovered part of the map.
   */
  bounds?: [number, number, number, number]
}

export const zoomLimits = { minZoom: 1, maxZoom: 20 }

const key = 'cohesion.map.view'

/** Web Mercator ends at this latitude. */
const highestLatitude = 85.05
const deepestZoom = 24

/** The stored view; `otherwise` if none is stored or valid. With blocked storage, reading `localStorage` throws. */
export function recallView(otherwise: View, storage?: Storage): View {
  try {
    return asView(JSON.parse((storage ?? localStorage).getItem(key) ?? 'null')) ?? otherwise
  } catch {
    return otherwise
  }
}

export const hasStoredView = (storage?: Storage): boolean => {
  const none: View = { center: [0, 0], zoom: 0 }
  return recallView(none, storage) !== none
}

/** Without storage (private mode, full disk) the next visit starts from the default view. */
export function rememberView({ center, zoom }: View, storage?: Storage): void {
  const [lng, lat] = center.map((degrees) => Number(degrees.toFixed(5)))
  try {
    ;(storage ?? localStorage).setItem(key, JSON.stringify({ lng, lat, zoom: Number(zoom.toFixed(2)) }))
  } catch {}
}

function asView(stored: unknown): View | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { lng, lat, zoom } = stored as Record<string, unknown>
  const isUsable = within(lng, 180) && within(lat, highestLatitude) && within(zoom, deepestZoom) && zoom >= 0
  return isUsable ? { center: [lng, lat], zoom } : undefined
}

const within = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= limit
