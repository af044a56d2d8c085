import { withRoom } from '../../platform/kit/column.ts'
import type { Columns } from './columns.ts'

/** A block with more different codes than this part of its rows, if it is large, is read row by row, which is about as fast. */
const MAX_DIFFERENT = 1 / 4
const LARGE = 1_024
/** Two columns, however short. */
const SUMS_BYTES = 300

/** Writes by what each of the first `count` of `places` is counted into `codes`: small whole numbers, 0 for what never counts. */
export type Coding = (rows: Columns, places: Uint32Array, count: number, codes: Uint32Array) => void

/** How many rows have which code. */
export type Sums = { codes: Uint32Array; counts: Uint32Array }

/** Where a block is summed up, one after the other. */
let [places, codes, different] = [new Uint32Array(0), new Uint32Array(0), new Uint32Array(0)]
/** How many rows of the block have each code; all are 0 between two blocks. */
let counts = new Uint32Array(0)

/** Sums of whole blocks of sorted rows by a coding, made when they are first needed. */
export class BlockSums {
  readonly blockRows: number
  readonly #rows: Columns
  readonly #coding: Coding
  readonly #blocks: (Sums | 'manifold' | undefined)[] = []
  readonly #lists: (Uint16Array | undefined)[] = []

  constructor(rows: Columns, coding: Coding, blockRows: number) {
    this.#rows = rows
    this.#coding = coding
    this.blockRows = blockRows
  }

  get bytes(): number {
    const lists = this.#lists.reduce((bytes, list) => bytes + (list?.byteLength ?? 0), 0)
    return this.#blocks.reduce(
      (bytes, sums) => bytes + (typeof sums === 'object' ? SUMS_BYTES + sums.codes.length * 8 : 0),
      lists,
    )
  }

  forget(place: number): void {
    const block = Math.floor(place / this.blockRows)
    if (this.#blocks[block]) this.#blocks[block] = undefined
    if (this.#lists[block]) this.#lists[block] = undefined
  }

  /** Undefined if the block has too many different codes for sums to be worth it. */
  of(block: number): Sums | undefined {
    const sums = this.#blocks[block] ?? this.#sumUp(block) ?? 'manifold'
    this.#blocks[block] = sums
    return sums === 'manifold' ? undefined : sums
  }

  /** The rows of a block, counted from its first one, in the order of the codes of its sums. */
  listOf(block: number, sums: Sums): Uint16Array {
    const list = this.#lists[block] ?? this.#listUp(block, sums)
    this.#lists[block] = list
    return list
  }

  #listUp(block: number, sums: Sums): Uint16Array {
    const { blockRows } = this
    const list = new Uint16Array(blockRows)
    this.#encode(block)
    // Where the next row of each code goes.
    let next = 0
    for (const [index, code] of sums.codes.entries()) {
      counts[code] = next
      next += sums.counts[index] as number
    }
    for (let index = 0; index < blockRows; index++) {
      const code = codes[index] as number
      const place = counts[code] as number
      list[place] = index
      counts[code] = place + 1
    }
    for (const code of sums.codes) counts[code] = 0
    return list
  }

  /** Writes the codes of a block into `codes`. */
  #encode(block: number): void {
    const { blockRows } = this
    places = withRoom(places, blockRows)
    codes = withRoom(codes, blockRows)
    for (let index = 0; index < blockRows; index++) places[index] = block * blockRows + index
    this.#coding(this.#rows, places, blockRows, codes)
  }

  #sumUp(block: number): Sums | undefined {
    const { blockRows } = this
    different = withRoom(different, blockRows)
    this.#encode(block)
    const found = different.slice(0, countCodes(blockRows))
    const sums = { codes: found, counts: Uint32Array.from(found, (code) => counts[code] as number) }
    for (const code of found) counts[code] = 0
    return found.length > Math.max(LARGE, blockRows * MAX_DIFFERENT) ? undefined : sums
  }
}

/** Counts the first `length` of `codes`, and returns how many different ones there are. */
function countCodes(length: number): number {
  let most = 0
  for (let index = 0; index < length; index++) if ((codes[index] as number) > most) most = codes[index] as number
  counts = withRoom(counts, most + 1)
  let count = 0
  for (let index = 0; index < length; index++) {
    const code = codes[index] as number
    if (counts[code] === 0) different[count++] = code
    counts[code] = (counts[code] as number) + 1
  }
  return count
}
