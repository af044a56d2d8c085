import { partitionPoint } from '../platform/kit/binary-search.ts'
import { sortedRows } from '../platform/kit/radix-sort.ts'
import { inSlices } from '../platform/kit/slices.ts'
import {
  type AoiRow,
  BYTES_PER_ROW,
  type Columns,
  emptyColumns,
  openDictionaries,
  pickRows,
  REMOVED,
  withRoomFor,
  writeRow,
} from './columns.ts'
import { codesOf, highCode, lowCode, mortonCode, type Tile } from './grid.ts'
import { RowByNumber } from './row-by-number.ts'

const MAX_UNSORTED = 20_000
const MIN_UNSORTED = 256

export type Place = { x: number; y: number }
export type Moved = (from: Place | null, to: Place | null) => void

export type MergedReport = Pick<AoiRow, 'createdAt' | 'firstWordAt'> & { mainNumber: number }

/** Approximate size of a map entry with its object. */
const MERGED_REPORT_BYTES = 120

/**
 * AOIs of a service that are neither deleted nor merged. The first `sorted` rows are in Morton order, so a tile is one
 * range; rows added or moved later follow unsorted.
 */
export class AoiStore {
  columns: Columns
  readonly dictionaries = openDictionaries()
  length = 0
  sorted = 0
  /** Merged reports of visitors by number, with times as in the columns. */
  readonly mergedReports = new Map<number, MergedReport>()
  #rowByNumber = RowByNumber.empty()

  constructor(capacity = 0) {
    this.columns = emptyColumns(capacity)
  }

  get bytes(): number {
    const { columns, mergedReports } = this
    return columns.number.length * BYTES_PER_ROW + this.#rowByNumber.bytes + mergedReports.size * MERGED_REPORT_BYTES
  }

  load(row: AoiRow): void {
    if (row.kind !== REMOVED) this.#append(row)
    else this.#noteMerged(row)
  }

  #noteMerged({ number, mainNumber, createdAt, firstWordAt }: AoiRow): void {
    if (mainNumber === null) this.mergedReports.delete(number)
    else this.mergedReports.set(number, { mainNumber, createdAt, firstWordAt })
  }

  #append(row: AoiRow): number {
    const place = this.length++
    this.columns = withRoomFor(this.columns, this.length)
    writeRow(this.columns, place, row, this.dictionaries)
    return place
  }

  put(row: AoiRow, moved: Moved): void {
    this.#noteMerged(row)
    const place = this.find(row.number)
    const { x, y } = this.columns
    const from = place === undefined ? null : { x: x[place] as number, y: y[place] as number }
    const to = row.kind === REMOVED ? null : { x: row.x, y: row.y }
    if (from || to) moved(from, to)
    if (place !== undefined && from?.x === to?.x && from?.y === to?.y) {
      writeRow(this.columns, place, row, this.dictionaries)
      return
    }
    if (place !== undefined) this.columns.kind[place] = REMOVED
    if (to) this.#rowByNumber.set(row.number, this.#append(row))
  }

  find(number: number): number | undefined {
    const row = this.#rowByNumber.find(number)
    return row === undefined || this.columns.kind[row] === REMOVED ? undefined : row
  }

  get needsSorting(): boolean {
    return this.length - this.sorted > Math.max(MIN_UNSORTED, Math.min(MAX_UNSORTED, this.length >> 3))
  }

  /** Sorts in slices. `put` must not be called meanwhile. Running loops keep the old columns. */
  async sort(): Promise<void> {
    const { columns } = this
    const present = await this.#presentRows()
    const highCodes = new Uint32Array(present.length)
    const lowCodes = new Uint32Array(present.length)
    await inSlices(0, present.length, (from, to) => {
      for (let at = from; at < to; at++) {
        const x = columns.x[present[at] as number] as number
        const y = columns.y[present[at] as number] as number
        highCodes[at] = highCode(x, y)
        lowCodes[at] = lowCode(x, y)
      }
    })
    const order = await sortedRows(highCodes, lowCodes)
    const places = order.map((at) => present[at] as number)
    const sorted = await pickRows(columns, places, Math.min(MAX_UNSORTED, Math.max(MIN_UNSORTED, places.length >> 3)))
    this.#rowByNumber = await RowByNumber.build(sorted.number.subarray(0, places.length))
    this.columns = sorted
    this.length = this.sorted = places.length
  }

  async #presentRows(): Promise<Uint32Array> {
    const { kind } = this.columns
    const rows = new Uint32Array(this.length)
    let count = 0
    await inSlices(0, this.length, (from, to) => {
      for (let row = from; row < to; row++) if (kind[row] !== REMOVED) rows[count++] = row
    })
    return rows.subarray(0, count)
  }

  /** Range of the sorted rows in a tile. For a tile deeper than Morton codes, the range of its ancestor. */
  rangeOf(tile: Tile): { from: number; to: number } {
    const { x, y } = this.columns
    const codes = codesOf(tile)
    const firstAt = (code: number) =>
      partitionPoint(0, this.sorted, (row) => mortonCode(x[row] as number, y[row] as number) < code)
    return { from: firstAt(codes.from), to: firstAt(codes.to) }
  }
}
