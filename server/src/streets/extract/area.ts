import type { Box, LngLat } from '#contract'

const KM_PER_DEGREE = 111.32

/** The square that reaches `km` from a point in each direction. */
export const boxAround = ([lng, lat]: LngLat, km: number): Box => {
  const high = km / KM_PER_DEGREE
  const wide = high / Math.max(0.05, Math.cos((lat * Math.PI) / 180))
  return [Math.max(-180, lng - wide), Math.max(-85, lat - high), Math.min(180, lng + wide), Math.min(85, lat + high)]
}

/** A name for the file of an area: the same area replaces its older file. */
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
