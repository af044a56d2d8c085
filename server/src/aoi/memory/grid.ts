import type { LngLat } from '#contract'

/** The web-mercator grid of the table `aoi`: 2^30 cells each way, from the north-west corner; 4 cm at the equator. */
export const GRID_BITS = 30
const CELLS = 2 ** GRID_BITS

/** Where web mercator ends; what lies beyond is drawn there. */
export const NORTHERNMOST = 85.0511287798066

export type Tile = { z: number; x: number; y: number }

export const isOnMap = ({ z, x, y }: Tile): boolean => x < 2 ** z && y < 2 ** z

const within = (cell: number): number => Math.max(0, Math.min(CELLS - 1, Math.floor(cell)))

export const columnOf = (lng: number): number => within(((lng + 180) / 360) * CELLS)

export const rowOf = (lat: number): number => {
  const shown = Math.max(-NORTHERNMOST, Math.min(NORTHERNMOST, lat))
  return within(((1 - Math.asinh(Math.tan((shown * Math.PI) / 180)) / Math.PI) / 2) * CELLS)
}

/** The north-west corner of a cell. */
const cornerOf = (column: number, row: number): LngLat => [
  (column / CELLS) * 360 - 180,
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / CELLS))) * 180) / Math.PI,
]

/** What is drawn at the edge of the map may lie anywhere beyond it. */
export const boundsOf = (box: { west: number; north: number; east: number; south: number }) => {
  const [west, north] = cornerOf(box.west, box.north)
  const [east, south] = cornerOf(box.east + 1, box.south + 1)
  return { west, south: box.south === CELLS - 1 ? -90 : south, east, north: box.north === 0 ? 90 : north }
}

/** How many bits of each coordinate are in a Morton code: a cell of 600 m, the tile of zoom 16. */
const CODE_BITS = 16
const CODE_SHIFT = GRID_BITS - CODE_BITS

/** The bits of both coordinates in turn: whatever lies in one tile has neighbouring codes. An unsigned 32-bit number. */
export const mortonCode = (x: number, y: number): number =>
  (spread(x >>> CODE_SHIFT) | (spread(y >>> CODE_SHIFT) << 1)) >>> 0

/** 16 bits, each with a gap after it. */
const spread = (bits: number): number => {
  let spaced = bits
  spaced = (spaced | (spaced << 8)) & 0x00ff00ff
  spaced = (spaced | (spaced << 4)) & 0x0f0f0f0f
  spaced = (spaced | (spaced << 2)) & 0x33333333
  return (spaced | (spaced << 1)) & 0x55555555
}

/** The codes of all that a tile holds, the end left out; deeper than zoom 16, of the tile of zoom 16 around it. */
export const codesOf = ({ z, x, y }: Tile): { from: number; to: number } => {
  const width = 2 ** (GRID_BITS - z)
  const from = mortonCode(x * width, y * width)
  return { from, to: from + 4 ** Math.max(0, CODE_BITS - z) }
}
