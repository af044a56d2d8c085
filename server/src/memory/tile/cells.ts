import { AoiKind, AoiState } from '#contract'
import { GRID_BITS, type Tile } from '../grid.ts'
import { type RowTest, visitRows } from '../select.ts'
import type { AoiStore } from '../store.ts'

/**
 * Cells per tile side, as a power of 2. A tile is drawn 512 pixels wide, so a cell has 64: room for a badge and a
 * margin.
 */
export const CELL_BITS = 3
export const CELL_COUNT = 4 ** CELL_BITS
const CELL_MASK = 2 ** CELL_BITS - 1
const STATES = AoiState.options.length

type Sums = { count: number; sumX: number; sumY: number; west: number; north: number; east: number; south: number }

type Single = { number: number; kind: AoiKind; state: AoiState; eventTypeId: string | null }

export type CellGroup = Single & Sums & { cell: number }

export class Cells {
  readonly tile: Tile
  readonly count = new Uint32Array(CELL_COUNT)
  readonly states = new Uint32Array(CELL_COUNT * STATES)
  readonly sumX = new Float64Array(CELL_COUNT)
  readonly sumY = new Float64Array(CELL_COUNT)
  readonly west = new Int32Array(CELL_COUNT).fill(2 ** GRID_BITS)
  readonly north = new Int32Array(CELL_COUNT).fill(2 ** GRID_BITS)
  readonly east = new Int32Array(CELL_COUNT)
  readonly south = new Int32Array(CELL_COUNT)
  readonly single: (Single | undefined)[] = []
  readonly #types = Array.from({ length: CELL_COUNT }, () => new Map<string | null, number>())

  constructor(tile: Tile) {
    this.tile = tile
  }

  eventTypesIn(cell: number): [id: string, count: number][] {
    return [...(this.#types[cell] ?? [])]
      .flatMap(([id, count]): [string, number][] => (id === null ? [] : [[id, count]]))
      .sort(([id, count], [otherId, otherCount]) => otherCount - count || (id < otherId ? -1 : 1))
  }

  get box() {
    if (!this.count.some((count) => count > 0)) return undefined
    return {
      west: Math.min(...this.west),
      north: Math.min(...this.north),
      east: Math.max(...this.east),
      south: Math.max(...this.south),
    }
  }

  async addStore(store: AoiStore, tests: readonly RowTest[]): Promise<void> {
    const { columns, dictionaries } = store
    const { x: xs, y: ys, state: states, eventTypeId: types } = columns
    const typeCount = dictionaries.eventTypeId.ids.length
    const typeCounts = new Uint32Array(CELL_COUNT * typeCount)
    const lastRow = new Uint32Array(CELL_COUNT)
    const stateCounts = this.states
    const tileShift = GRID_BITS - this.tile.z
    const cellShift = tileShift - CELL_BITS
    const { x: tileX, y: tileY } = this.tile

    const add = (rows: Uint32Array) => {
      // Neighbouring rows are mostly in one cell, so its sums stay in local variables.
      let cell = -1
      let count = 0
      let sumX = 0
      let sumY = 0
      let west = 0
      let north = 0
      let east = 0
      let south = 0
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] as number
        const x = xs[row] as number
        const y = ys[row] as number
        if (x >>> tileShift !== tileX || y >>> tileShift !== tileY) continue
        const next = (((y >>> cellShift) & CELL_MASK) << CELL_BITS) | ((x >>> cellShift) & CELL_MASK)
        if (next !== cell) {
          if (cell >= 0) this.#add(cell, { count, sumX, sumY, west, north, east, south })
          cell = next
          count = sumX = sumY = 0
          west = east = x
          north = south = y
        }
        lastRow[cell] = row
        count++
        sumX += x
        sumY += y
        if (x < west) west = x
        else if (x > east) east = x
        if (y < north) north = y
        else if (y > south) south = y
        const state = cell * STATES + (states[row] as number)
        stateCounts[state] = (stateCounts[state] as number) + 1
        const type = cell * typeCount + (types[row] as number)
        typeCounts[type] = (typeCounts[type] as number) + 1
      }
      if (cell >= 0) this.#add(cell, { count, sumX, sumY, west, north, east, south })
    }
    await visitRows(store, tests, add, store.rangeOf(this.tile))

    for (let cell = 0; cell < CELL_COUNT; cell++) {
      for (const [code, id] of dictionaries.eventTypeId.ids.entries())
        this.#addType(cell, id, typeCounts[cell * typeCount + code] ?? 0)
      const row = lastRow[cell] as number
      if (this.count[cell] === 1 && !this.single[cell])
        this.single[cell] = {
          number: columns.number[row] as number,
          kind: AoiKind.options[columns.kind[row] as number] as AoiKind,
          state: AoiState.options[states[row] as number] as AoiState,
          eventTypeId: dictionaries.eventTypeId.ids[types[row] as number] ?? null,
        }
    }
  }

  addGroup({ cell, number, kind, state, eventTypeId, ...sums }: CellGroup): void {
    this.single[cell] = { number, kind, state, eventTypeId }
    this.#addType(cell, eventTypeId, sums.count)
    const index = cell * STATES + AoiState.options.indexOf(state)
    this.states[index] = (this.states[index] as number) + sums.count
    this.#add(cell, sums)
  }

  #addType(cell: number, id: string | null, count: number): void {
    const types = this.#types[cell]
    if (count > 0) types?.set(id, (types.get(id) ?? 0) + count)
  }

  #add(cell: number, sums: Sums): void {
    const { sumX, sumY, west, north, east, south } = this
    sumX[cell] = (sumX[cell] as number) + sums.sumX
    sumY[cell] = (sumY[cell] as number) + sums.sumY
    west[cell] = Math.min(west[cell] as number, sums.west)
    north[cell] = Math.min(north[cell] as number, sums.north)
    east[cell] = Math.max(east[cell] as number, sums.east)
    south[cell] = Math.max(south[cell] as number, sums.south)
    this.count[cell] = (this.count[cell] as number) + sums.count
  }
}
