import type { LngLat } from '#contract'

/** The web-mercator grid of the table `aoi`: 2^30 cells each way, from the north-west corner; 4 cm at the equator. */
export const GRID_BITS = 30
const GRID_SIZE = 2 ** GRID_BITS

/** Limit of web mercator; places beyond are drawn at its edge. */
export const MAX_LATITUDE = 85.0511287798066

export type Tile = { z: number; x: number; y: number }

export const tileExists = ({ z, x, y }: Tile): boolean => x < 2 ** z && y < 2 ** z

const clamped = (cell: number): number => Math.max(0, Math.min(GRID_SIZE - 1, Math.floor(cell)))

export const columnOf = (lng: number): number => clamped(((lng + 180) / 360) * GRID_SIZE)

export const rowOf = (lat: number): number => {
  const drawn = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat))
  return clamped(((1 - Math.asinh(Math.tan((drawn * Math.PI) / 180)) / Math.PI) / 2) * GRID_SIZE)
}

const cornerOf = (column: number, row: number): LngLat => [
  (column / GRID_SIZE) * 360 - 180,
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / GRID_SIZE))) * 180) / Math.PI,
]

/** The box in degrees. At the grid's edge it reaches to the pole, since places beyond are drawn there. */
export const boundsOf = (box: { west: number; north: number; east: number; south: number }) => {
  const [west, north] = cornerOf(box.west, box.north)
  const [east, south] = cornerOf(box.east + 1, box.south + 1)
  return { west, south: box.south === GRID_SIZE - 1 ? -90 : south, east, north: box.north === 0 ? 90 : north }
}

export const CODE_BITS = 20
/** Upper bits per coordinate. Interleaved, they fill a 32-bit number, by which points are sorted. */
const HIGH_BITS = 16
const LOW_BITS = CODE_BITS - HIGH_BITS

/** Interleaves the bits of both coordinates, so that the points of a tile have consecutive codes. */
export const mortonCode = (x: number, y: number): number => highCode(x, y) * 4 ** LOW_BITS + lowCode(x, y)

/** The upper bits of a Morton code, an unsigned 32-bit number. */
export const highCode = (x: number, y: number): number =>
  interleave(x >>> (GRID_BITS - HIGH_BITS), y >>> (GRID_BITS - HIGH_BITS))

export const lowCode = (x: number, y: number): number => {
  const lowBits = (side: number) => (side >>> (GRID_BITS - CODE_BITS)) & (2 ** LOW_BITS - 1)
  return interleave(lowBits(x), lowBits(y))
}

const interleave = (x: number, y: number): number => (spread(x) | (spread(y) << 1)) >>> 0

/** Inserts a zero bit after each of 16 bits. */
const spread = (bits: number): number => {
  let spaced = bits
  spaced = (spaced | (spaced << 8)) & 0x00ff00ff
  spaced = (spaced | (spaced << 4)) & 0x0f0f0f0f
  spaced = (spaced | (spaced << 2)) & 0x33333333
  return (spaced | (spaced << 1)) & 0x55555555
}

/** The range of codes of a tile, excluding the end. A tile deeper than the codes has the range of its ancestor. */
export const codesOf = ({ z, x, y }: Tile): { from: number; to: number } => {
  const width = 2 ** (GRID_BITS - z)
  const from = mortonCode(x * width, y * width)
  return { from, to: from + 4 ** Math.max(0, CODE_BITS - z) }
}
