import { inSlices } from '../../platform/kit/slices.ts'
import { ID_WORDS } from '../live-view/id-column.ts'

/** Finds rows by their ids: a hash table of open addresses. For a while only: while a service is loaded. */
export class RowsById {
  readonly #ids: Uint32Array
  /** The row at each address, counted from 1. */
  readonly #table: Uint32Array

  private constructor(ids: Uint32Array) {
    this.#ids = ids
    this.#table = new Uint32Array(2 ** Math.ceil(Math.log2(ids.length / ID_WORDS + 1) + 1))
  }

  /** Of a column that holds the id of each row. */
  static async build(ids: Uint32Array): Promise<RowsById> {
    const rows = new RowsById(ids)
    await inSlices(0, ids.length / ID_WORDS, (from, to) => {
      for (let row = from; row < to; row++) rows.#table[rows.#addressOf(ids, row)] = row + 1
    })
    return rows
  }

  /** The row of the id that is at `place` among others. */
  find(ids: Uint32Array, place: number): number | undefined {
    const row = this.#table[this.#addressOf(ids, place)] as number
    return row === 0 ? undefined : row - 1
  }

  /** Where an id is, or would be. Its last word is random. */
  #addressOf(ids: Uint32Array, place: number): number {
    const mask = this.#table.length - 1
    let address = (ids[place * ID_WORDS + ID_WORDS - 1] as number) & mask
    while (this.#table[address] !== 0 && !this.#isAt(address, ids, place)) address = (address + 1) & mask
    return address
  }

  #isAt(address: number, ids: Uint32Array, place: number): boolean {
    const row = (this.#table[address] as number) - 1
    for (let word = 0; word < ID_WORDS; word++)
      if (this.#ids[row * ID_WORDS + word] !== ids[place * ID_WORDS + word]) return false
    return true
  }
}
