import { setImmediate as nextTurn } from 'node:timers/promises'
import { inSlices, Pace } from '../../platform/kit/slices.ts'
import { REMOVED } from '../live-view/kind-state.ts'
import { codesOf, GRID_BITS, type Tile } from './grid.ts'
import { eventTypeCode, isInBox, type PointFilter } from './point-filter.ts'
import type { Points } from './points.ts'
import type { Square } from './quadtree.ts'
import type { Group, Sums } from './square-sums.ts'
import type { Squares } from './squares.ts'

/** A tile is drawn 512 pixels wide: a cell has 64, room for a badge and a little air. */
export const CELL_BITS = 3
export const CELL_COUNT = 4 ** CELL_BITS
const CELL_MASK = 2 ** CELL_BITS - 1

/** Points that were added, and how many there are of each event type in each cell. */
type Part = { points: Points; typeCount: number; counts: Uint32Array }

/** A point alone in its cell. */
export type Single = { number: number; kindState: number; eventTypeId: string | undefined }

/** Points of one cell, kind, state and event type that PostgreSQL has added up. `number`: of one of them. */
export type CellGroup = Single & Sums & { cell: number }

/** The points of a tile, added up by cell; cells are numbered row by row from the north-west. */
export class Cells {
  readonly tile: Tile
  readonly count = new Uint32Array(CELL_COUNT)
  /** How many there are of each state, four numbers a cell. */
  readonly states = new Uint32Array(CELL_COUNT * 4)
  /** Sums of the coordinates, on the grid. */
  readonly sumX = new Float64Array(CELL_COUNT)
  readonly sumY = new Float64Array(CELL_COUNT)
  readonly west = new Int32Array(CELL_COUNT).fill(2 ** GRID_BITS)
  readonly north = new Int32Array(CELL_COUNT).fill(2 ** GRID_BITS)
  readonly east = new Int32Array(CELL_COUNT)
  readonly south = new Int32Array(CELL_COUNT)
  /** The last row added to each cell: where the count is 1, the only one. */
  readonly row = new Uint32Array(CELL_COUNT)
  readonly #part = new Uint16Array(CELL_COUNT)
  readonly #parts: Part[] = []
  /** Groups of one point, by cell. */
  readonly #singles = new Map<number, Single>()
  /** How many there are of each event type in a cell, by groups. */
  readonly #groupTypes = new Map<number, Map<string, number>>()

  constructor(tile: Tile) {
    this.tile = tile
  }

  /** The point in a cell whose count is 1. Undefined if it was removed or moved since it was counted. */
  singleIn(cell: number): Single | undefined {
    const grouped = this.#singles.get(cell)
    if (grouped) return grouped
    const { points } = this.#parts[this.#part[cell] as number] as Part
    const row = this.row[cell] as number
    const kindState = points.kindState[row] as number
    if (kindState === REMOVED) return undefined
    return {
      number: points.number[row] as number,
      kindState,
      eventTypeId: points.types.ids[points.type[row] as number],
    }
  }

  /** The event types of a cell and how many there are of each, the most frequent first; none has the id ''. */
  eventTypesIn(cell: number): [id: string, count: number][] {
    const types = new Map(this.#groupTypes.get(cell))
    for (const { points, typeCount, counts } of this.#parts) {
      for (let code = 0; code < typeCount; code++) {
        const count = counts[cell * typeCount + code] as number
        const id = points.types.ids[code] ?? ''
        if (count > 0) types.set(id, (types.get(id) ?? 0) + count)
      }
    }
    return [...types].sort(([id, count], [otherId, otherCount]) => otherCount - count || (id < otherId ? -1 : 1))
  }

  /** The box on the grid around all points that were added; undefined if there are none. */
  get box() {
    const cells = [...this.count.keys()].filter((cell) => (this.count[cell] as number) > 0)
    if (cells.length === 0) return undefined
    const of = (values: Int32Array) => cells.map((cell) => values[cell] as number)
    return {
      west: Math.min(...of(this.west)),
      north: Math.min(...of(this.north)),
      east: Math.max(...of(this.east)),
      south: Math.max(...of(this.south)),
    }
  }

  /** Adds the points that lie in the tile and pass the filter. Rows that are appended meanwhile are left out. */
  async add(points: Points, filter: PointFilter): Promise<void> {
    const type = eventTypeCode(filter, points.types)
    if (type === undefined) return
    const typeCount = points.types.ids.length
    const index = this.#parts.push({ points, typeCount, counts: new Uint32Array(CELL_COUNT * typeCount) }) - 1
    const addRows = (from: number, to: number) => this.#addRows(index, filter, type, from, to)
    const { from, to } = codesOf(this.tile)
    const { length, squares } = points
    if (squares && !filter.box && !filter.numbers) await this.#addSquares(index, squares, filter, type)
    else await inSlices(points.firstAt(from), points.firstAt(to), addRows)
    await inSlices(points.sorted, length, addRows)
  }

  /** Cells with many rows are added by the sums of their squares; of the others the rows are read. */
  async #addSquares(index: number, squares: Squares, filter: PointFilter, type: number): Promise<void> {
    const { tile } = this
    const { tree } = squares
    const sums = squares.during(filter)
    const pace = new Pace()
    const addSquare = async (square: Square): Promise<void> => {
      const quarters = tree.isLarge(square) ? tree.quartersOf(square) : []
      if (tree.isLarge(square) && square.z === tile.z + CELL_BITS) {
        for (const group of await sums.of(square, pace)) this.#addGroup(index, filter, type, square, group)
      } else if (quarters.length > 0) {
        for (const quarter of quarters) if (overlap(quarter, tile)) await addSquare(quarter)
      } else {
        await inSlices(square.from, square.to, (from, to) => this.#addRows(index, filter, type, from, to))
        if (pace.isOver(square.to - square.from)) await nextTurn()
      }
    }
    await addSquare(tree.world)
  }

  #addGroup(index: number, { kindStates }: PointFilter, type: number, { x, y }: Tile, group: Group): void {
    if (kindStates[group.kindState] === 0 || (type >= 0 && group.type !== type)) return
    const cell = ((y & CELL_MASK) << CELL_BITS) | (x & CELL_MASK)
    this.#count(this.#parts[index] as Part, cell, group.kindState, group.type, group.count)
    this.#addSums(cell, group, index, group.row)
  }

  addGroup({ cell, number, kindState, eventTypeId, ...sums }: CellGroup): void {
    if (sums.count === 1) this.#singles.set(cell, { number, kindState, eventTypeId })
    const types = this.#groupTypes.get(cell) ?? new Map<string, number>()
    this.#groupTypes.set(cell, types)
    types.set(eventTypeId ?? '', (types.get(eventTypeId ?? '') ?? 0) + sums.count)
    const state = (cell << 2) | (kindState & 3)
    this.states[state] = (this.states[state] as number) + sums.count
    this.#addSums(cell, sums, 0, 0)
  }

  /** Neighbouring rows are mostly of one cell: their sums are kept in variables until the cell changes. */
  #addRows(index: number, filter: PointFilter, type: number, from: number, to: number): void {
    const part = this.#parts[index] as Part
    const { points } = part
    const { kindStates, from: start, to: end, box, numbers: accepted } = filter
    const hasTimes = start > Number.NEGATIVE_INFINITY || end < Number.POSITIVE_INFINITY
    const tileShift = GRID_BITS - this.tile.z
    const cellShift = tileShift - CELL_BITS
    const { x: tileX, y: tileY } = this.tile
    const { x: xs, y: ys, kindState: pointKindStates, createdAt: times, type: pointTypes, number: numbers } = points
    let [run, last, count, sumX, sumY] = [-1, 0, 0, 0, 0]
    let [west, north, east, south] = [0, 0, 0, 0]

    for (let row = from; row < to; row++) {
      const kindState = pointKindStates[row] as number
      if (kindStates[kindState] === 0) continue
      const x = xs[row] as number
      const y = ys[row] as number
      if (x >>> tileShift !== tileX || y >>> tileShift !== tileY) continue
      const pointType = pointTypes[row] as number
      if (type >= 0 && pointType !== type) continue
      if (hasTimes) {
        const time = times[row] as number
        if (time < start || time > end) continue
      }
      if (box && !isInBox(box, x, y)) continue
      if (accepted && !accepted.has(numbers[row] as number)) continue

      const cell = (((y >>> cellShift) & CELL_MASK) << CELL_BITS) | ((x >>> cellShift) & CELL_MASK)
      if (cell !== run) {
        if (run >= 0) this.#addSums(run, { count, sumX, sumY, west, north, east, south }, index, last)
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
      this.#count(part, cell, kindState, pointType, 1)
    }
    if (run >= 0) this.#addSums(run, { count, sumX, sumY, west, north, east, south }, index, last)
  }

  #count({ typeCount, counts }: Part, cell: number, kindState: number, type: number, count: number): void {
    const state = (cell << 2) | (kindState & 3)
    this.states[state] = (this.states[state] as number) + count
    // An event type that was added meanwhile has no counter yet.
    if (type >= typeCount) return
    const place = cell * typeCount + type
    counts[place] = (counts[place] as number) + count
  }

  /** `index` and `row`: of the part, and of one of its rows in the cell. */
  #addSums(cell: number, sums: Sums, index: number, row: number): void {
    const { sumX, sumY, west, north, east, south } = this
    sumX[cell] = (sumX[cell] as number) + sums.sumX
    sumY[cell] = (sumY[cell] as number) + sums.sumY
    west[cell] = Math.min(west[cell] as number, sums.west)
    north[cell] = Math.min(north[cell] as number, sums.north)
    east[cell] = Math.max(east[cell] as number, sums.east)
    south[cell] = Math.max(south[cell] as number, sums.south)
    this.count[cell] = (this.count[cell] as number) + sums.count
    this.row[cell] = row
    this.#part[cell] = index
  }
}

/** Whether one of them lies within the other. */
const overlap = (one: Tile, other: Tile): boolean => {
  const z = Math.min(one.z, other.z)
  const above = (tile: Tile) => [tile.x >>> (tile.z - z), tile.y >>> (tile.z - z)]
  const [[x, y], [otherX, otherY]] = [above(one), above(other)]
  return x === otherX && y === otherY
}
