import type { Box, LngLat } from '#contract'

const KM_PER_DEGREE = 111.32

/** Tiles end at the date line, so an area across it (west greater than east) becomes two boxes. */
export const splitAtDateLine = ([west, south, east, north]: Box): Box[] =>
  west < east
    ? [[west, south, east, north]]
    : ([[west, south, 180, north], [-180, south, east, north]] satisfies Box[]).filter((box) => box[0] < box[2]) // biome-ignore format: one line

/** The square that extends `km` from a point in each direction, as two boxes if it crosses the date line. */
export const boxesAround = ([lng, lat]: LngLat, km: number): Box[] => {
  const high = km / KM_PER_DEGREE
  const wide = Math.min(179, high / Math.max(0.05, Math.cos((lat * Math.PI) / 180)))
  const wrap = (degrees: number) => ((degrees + 540) % 360) - 180
  return splitAtDateLine([wrap(lng - wide), Math.max(-85, lat - high), wrap(lng + wide), Math.min(85, lat + high)])
}

export const fileNameOf = (name: string, box: Box): string => {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  const place = box.map((degrees) => degrees.toFixed(2).replace('-', 'm').replace('.', '_')).join('-')
  return words ? `${words}-${place}` : `area-${place}`
}
