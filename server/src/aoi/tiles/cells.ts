import { codesOf, GRID_BITS, type Tile } from '../memory/grid.ts'
import { inSlices } from '../memory/slices.ts'
import { isIn, typeCode, type Wanted } from '../memory/wanted.ts'
import type { Points } from './points.ts'

/** A tile is drawn 512 pixels wide: a cell has 64, room for a badge and a little air. */
export const CELLS_BITS = 3
export const CELL_COUNT = 4 ** CELLS_BITS
const CELL_MASK = 2 ** CELLS_BITS - 1

/** Points that were looked at: how many there are of each type in each cell. */
type Part = { points: Points; typeCount: number; counts: Uint32Array }

/** Points of one cell that lie side by side. */
type Run = {
  index: number
  row: number
  count: number
  sumX: number
  sumY: number
  west: number
  north: number
  east: number
  south: number
}

/** The points of a tile, gathered by cell, row by row of cells from the north-west. */
export class Cells {
  readonly tile: Tile
  readonly count = new Uint32Array(CELL_COUNT)
  /** How many there are of each state, four places a cell. */
  readonly states = new Uint32Array(CELL_COUNT * 4)
  /** Sums of the coordinates, on the grid. */
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

  /** Neighbours are mostly of one cell: what they add up to is noted when the cell changes. */
  #gather(index: number, wanted: Wanted, type: number, from: number, to: number): void {
    const { points, typeCount, counts } = this.#parts[index] as Part
    const { looks, from: start, to: end, box, numbers: found } = wanted
    const hasTimes = start > Number.NEGATIVE_INFINITY || end < Number.POSITIVE_INFINITY
    const tileShift = GRID_BITS - this.tile.z
    const cellShift = tileShift - CELLS_BITS
    const { x: tileX, y: tileY } = this.tile
    const { x: xs, y: ys, look: pointLooks, createdAt: times, type: pointTypes, number: numbers } = points
    const { states } = this
    let [run, last, count, sumX, sumY] = [-1, 0, 0, 0, 0]
    let [west, north, east, south] = [0, 0, 0, 0]

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
      if (found && !found.has(numbers[row] as number)) continue

      const cell = (((y >>> cellShift) & CELL_MASK) << CELLS_BITS) | ((x >>> cellShift) & CELL_MASK)
      if (cell !== run) {
        if (run >= 0) this.#note(run, { index, row: last, count, sumX, sumY, west, north, east, south })
        run = cell
        count = sumX = sumY = 0
        west = east = x
        north = south = y
      }
      last = row
      count++
      sumX += x
      sumY += y
      if (x < west) west = x
      else if (x > east) east = x
      if (y < north) north = y
      else if (y > south) south = y
      const state = (cell << 2) | (look & 3)
      states[state] = (states[state] as number) + 1
      // A type that came while this goes on has no place to be counted.
      if (pointType < typeCount) {
        const place = cell * typeCount + pointType
        counts[place] = (counts[place] as number) + 1
      }
    }
    if (run >= 0) this.#note(run, { index, row: last, count, sumX, sumY, west, north, east, south })
  }

  #note(cell: number, run: Run): void {
    const { sumX, sumY, west, north, east, south } = this
    sumX[cell] = (sumX[cell] as number) + run.sumX
    sumY[cell] = (sumY[cell] as number) + run.sumY
    west[cell] = Math.min(west[cell] as number, run.west)
    north[cell] = Math.min(north[cell] as number, run.north)
    east[cell] = Math.max(east[cell] as number, run.east)
    south[cell] = Math.max(south[cell] as number, run.south)
    this.count[cell] = (this.count[cell] as number) + run.count
    this.row[cell] = run.row
    this.#part[cell] = run.index
  }
}
