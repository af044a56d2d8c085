import { areasIn, type Box, STREETS_FROM_ZOOM, type TileSet } from '#contract'

/** A tile of the server's own map and the address from which it is fetched. */
export type MapTile = { z: number; x: number; y: number; address: string }

const xOf = (longitude: number) => (longitude + 180) / 360
const yOf = (latitude: number) => (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2

const overlap = (one: Box, other: Box): Box | undefined => {
  const west = Math.max(one[0], other[0])
  const south = Math.max(one[1], other[1])
  const east = Math.min(one[2], other[2])
  const north = Math.min(one[3], other[3])
  return west < east && south < north ? [west, south, east, north] : undefined
}

const tilesIn = ([west, south, east, north]: Box, z: number): [x: number, y: number][] => {
  const size = 2 ** z
  const clamp = (part: number) => Math.max(0, Math.min(size - 1, Math.floor(part * size)))
  const tiles: [number, number][] = []
  for (let x = clamp(xOf(west)); x <= clamp(xOf(east)); x++)
    for (let y = clamp(yOf(north)); y <= clamp(yOf(south)); y++) tiles.push([x, y])
  return tiles
}

/**
 * Tiles of an area with streets, low zooms first and the middle before the edges, so that a size limit excludes the
 * least important tiles.
 */
export const tilesOfArea = (area: Box, tileSets: readonly TileSet[]): MapTile[] => {
  const middle = { x: (xOf(area[0]) + xOf(area[2])) / 2, y: (yOf(area[1]) + yOf(area[3])) / 2 }
  const tiles = new Map<string, MapTile & { distance: number }>()
  for (const set of tileSets)
    for (const { box: covered, lastZoom } of areasIn(set)) {
      const box = overlap(area, covered)
      if (!box) continue
      for (let z = Math.max(set.minZoom, Math.min(STREETS_FROM_ZOOM, lastZoom)); z <= lastZoom; z++)
        for (const [x, y] of tilesIn(box, z)) {
          const address = set.tiles.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`)
          const distance = Math.hypot((x + 0.5) / 2 ** z - middle.x, (y + 0.5) / 2 ** z - middle.y)
          tiles.set(address, { z, x, y, address, distance })
        }
    }
  return [...tiles.values()].sort((one, other) => one.z - other.z || one.distance - other.distance)
}
