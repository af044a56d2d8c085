import { codesOf, GRID_BITS, type Tile } from './grid.ts'
import type { Points } from './points.ts'
import { inSlices } from './slices.ts'
import { isIn, typeCode, type Wanted } from './wanted.ts'

/** A tile is drawn 512 pixels wide: a cell has 64, room for a badge and a little air. */
export const CELLS_BITS = 3
export const CELL_COUNT = 4 ** CELLS_BITS
const CELL_MASK = 2 ** CELLS_BITS - 1

/** Points that were looked at: how many there are of each type in each cell. */
type Part = { points: Points; typeCount: number; counts: Uint32Array }

/** The points of a tile, gathered by cell, row by row of cells from the north-west. */
export class Cells {
  readonly tile: Tile
  /** How many there are of each state, four places a cell. */
  readonly states = new Uint32Array(CELL_COUNT * 4)
  /** Sums of what lies between the points and the tile's corner. */
  readonly sumX = new Float64Array(CELL_COUNT)
  readonly sumY = new Float64Array(CELL_COUNT)
  readonly west = new Int32Array(CELL_COUNT).fill(2 ** GRID_BITS)
  readonly north = new Int32Array(CELL_COUNT).fill(2 ** GRID_BITS)
  readonly east = new Int32Array(CELL_COUNT)
  readonly south = new Int32Array(CELL_COUNT)
  /** A point of each cell: where there is one alone, that one. */
  readonly row = new Uint32Array(CELL_COUNT)
  readonly #part = new Uint16Array(CELL_COUNT)
  readonly #parts: Part[] = []

  constructor(tile: Tile) {
    this.tile = tile
  }

  countIn(cell: number): number {
    const { states } = this
    return (states[cell * 4] as number) + (states[cell * 4 + 1] as number) + (states[cell * 4 + 2] as number)
  }

  /** Where the row of a cell is to be looked up. */
  partIn(cell: number): Part {
    return this.#parts[this.#part[cell] as number] as Part
  }

  /** The most frequent event type of a cell; of equally frequent ones always the same. */
  eventTypeIn(cell: number): string | undefined {
    let [most, found]: [number, string | undefined] = [0, undefined]
    for (const { points, typeCount, counts } of this.#parts) {
      for (let code = 0; code < typeCount; code++) {
        const count = counts[cell * typeCount + code] as number
        const id = points.types.ids[code]
        if (count > most || (count === most && count > 0 && (id ?? '') < (found ?? ''))) [most, found] = [count, id]
      }
    }
    return found
  }

  /** Adds the points that are wanted and lie in the tile. What comes while this goes on is not looked at. */
  async add(points: Points, wanted: Wanted): Promise<void> {
    const type = typeCode(wanted, points.types)
    if (type === undefined) return
    const typeCount = points.types.ids.length
    const index = this.#parts.push({ points, typeCount, counts: new Uint32Array(CELL_COUNT * typeCount) }) - 1
    const gather = (from: number, to: number) => this.#gather(index, wanted, type, from, to)
    const { from, to } = codesOf(this.tile)
    const { length } = points
    await inSlices(points.firstAt(from), points.firstAt(to), gather)
    await inSlices(points.sorted, length, gather)
  }

  #gather(index: number, wanted: Wanted, type: number, from: number, to: number): void {
    const { points, typeCount, counts } = this.#parts[index] as Part
    const { looks, from: start, to: end, box } = wanted
    const hasTimes = start > Number.NEGATIVE_INFINITY || end < Number.POSITIVE_INFINITY
    const tileShift = GRID_BITS - this.tile.z
    const cellShift = tileShift - CELLS_BITS
    const { x: tileX, y: tileY } = this.tile
    const [left, top] = [tileX * 2 ** tileShift, tileY * 2 ** tileShift]
    const { x: xs, y: ys, look: pointLooks, createdAt: times, type: pointTypes } = points
    const { states, sumX, sumY, west, north, east, south, row: rows } = this
    const parts = this.#part

    for (let row = from; row < to; row++) {
      const look = pointLooks[row] as number
      if (looks[look] === 0) continue
      const x = xs[row] as number
      const y = ys[row] as number
      if (x >>> tileShift !== tileX || y >>> tileShift !== tileY) continue
      const pointType = pointTypes[row] as number
      if (type >= 0 && pointType !== type) continue
      if (hasTimes) {
        const time = times[row] as number
        if (time < start || time > end) continue
      }
      if (box && !isIn(box, x, y)) continue

      const cell = (((y >>> cellShift) & CELL_MASK) << CELLS_BITS) | ((x >>> cellShift) & CELL_MASK)
      const state = (cell << 2) | (look & 3)
      states[state] = (states[state] as number) + 1
      sumX[cell] = (sumX[cell] as number) + (x - left)
      sumY[cell] = (sumY[cell] as number) + (y - top)
      if (x < (west[cell] as number)) west[cell] = x
      if (x > (east[cell] as number)) east[cell] = x
      if (y < (north[cell] as number)) north[cell] = y
      if (y > (south[cell] as number)) south[cell] = y
      rows[cell] = row
      parts[cell] = index
      // A type that came while this goes on has no place to be counted.
      if (pointType < typeCount) {
        const place = cell * typeCount + pointType
        counts[place] = (counts[place] as number) + 1
      }
    }
  }
}
