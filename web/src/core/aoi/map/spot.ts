export type Spot = { bbox: string; at: [lng: number, lat: number]; count: number }

export const TILE_PX = 512
/** Width of a badge: points closer than this overlap. */
const APART_PX = 40

export const isOneSpot = (
  [west, south, east, north]: readonly [number, number, number, number],
  maxZoom: number,
): boolean => {
  const worldPx = TILE_PX * 2 ** maxZoom
  const across = (Math.abs(east - west) / 360) * worldPx
  const down = Math.abs(rowOf(north) - rowOf(south)) * worldPx
  return Math.max(across, down) < APART_PX
}

export const rowOf = (lat: number): number => (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2
