import { CODE_BITS, codesOf, type Tile } from './grid.ts'

/** Squares with at most so many rows have no sums: reading the rows is about as fast, and takes no memory. */
const SQUARE_ROWS = 1_024

/** Columns of points, the first `sorted` rows in the order of their Morton codes. */
export type PointColumns = {
  readonly sorted: number
  readonly x: Int32Array
  readonly y: Int32Array
  readonly createdAt: Float64Array
  readonly type: Uint16Array
  readonly kindState: Uint8Array
  firstAt(code: number, from: number, to: number): number
}

/** A square of the map, as large as a tile. Its points are the rows from `from` up to `to`. */
export type Square = Tile & { from: number; to: number; quarters?: Square[] }

/** The sorted rows of points as squares within squares. */
export class Quadtree {
  readonly world: Square
  readonly #points: PointColumns
  readonly #squareRows: number

  /** `squareRows`: squares with more are large. */
  constructor(points: PointColumns, squareRows = SQUARE_ROWS) {
    this.#points = points
    this.#squareRows = squareRows
    this.world = { z: 0, x: 0, y: 0, from: 0, to: points.sorted }
  }

  /** Whether the square holds so many rows that it has sums. */
  isLarge({ from, to }: Square): boolean {
    return to - from > this.#squareRows
  }

  /** North-west, north-east, south-west, south-east; none at the zoom where Morton codes end. */
  quartersOf(square: Square): readonly Square[] {
    square.quarters ??= this.#cut(square)
    return square.quarters
  }

  #cut({ z, x, y, from, to }: Square): Square[] {
    if (z === CODE_BITS) return []
    return [0, 1, 2, 3].map((quarter) => {
      const tile = { z: z + 1, x: x * 2 + (quarter & 1), y: y * 2 + (quarter >> 1) }
      const codes = codesOf(tile)
      return { ...tile, from: this.#points.firstAt(codes.from, from, to), to: this.#points.firstAt(codes.to, from, to) }
    })
  }

  /** The squares that hold a row, from the largest on, as far as they were cut. */
  *around(row: number): Generator<Square> {
    const holdsRow = ({ from, to }: Square) => row >= from && row < to
    for (let square = [this.world].find(holdsRow); square; square = square.quarters?.find(holdsRow)) yield square
  }
}
