import { zxyToTileId } from 'pmtiles'
import type { Box } from '#contract'
import { partitionPoint } from '../../../platform/kit/binary-search.ts'
import { StreetsError } from '../error.ts'

/** Upper bound on tiles; a country of the size of France has fewer at zoom 15. */
const MAX_TILES = 3_000_000

const yOf = (latitude: number) => (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2

const span = ([west, south, east, north]: Box, zoom: number) => {
  const tiles = 2 ** zoom
  const clamp = (part: number) => Math.max(0, Math.min(tiles - 1, Math.floor(part * tiles)))
  // A box that ends on a tile's edge does not need the next tile.
  const before = (part: number) => Math.max(0, Math.min(tiles - 1, Math.ceil(part * tiles) - 1))
  const left = clamp((west + 180) / 360)
  const top = clamp(yOf(north))
  return { left, top, right: Math.max(left, before((east + 180) / 360)), bottom: Math.max(top, before(yOf(south))) }
}

export const wantedTiles = (box: Box, minZoom: number, maxZoom: number): Float64Array => {
  const spans = Array.from({ length: maxZoom - minZoom + 1 }, (_, index) => ({
    z: minZoom + index,
    ...span(box, minZoom + index),
  }))
  const count = spans.reduce((sum, { left, right, top, bottom }) => sum + (right - left + 1) * (bottom - top + 1), 0)
  if (count > MAX_TILES) throw new StreetsError('areaTooLarge')
  const ids = new Float64Array(count)
  let at = 0
  for (const { z, left, right, top, bottom } of spans)
    for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) ids[at++] = zxyToTileId(z, x, y)
  return ids.sort()
}

export const indexOfTile = (ids: Float64Array, id: number): number =>
  partitionPoint(0, ids.length, (index) => (ids[index] as number) < id)
