import { partitionPoint } from '../platform/kit/binary-search.ts'
import { sortedRows } from '../platform/kit/radix-sort.ts'

/** Approximate size of a map entry. */
const ADDED_BYTES = 40

/**
 * Finds a row by AOI number. Loaded rows are found by binary search. Rows added later are in a map, which takes
 * precedence.
 */
export class RowByNumber {
  readonly #numbers: Uint32Array
  readonly #order: Uint32Array
  readonly #added = new Map<number, number>()

  private constructor(numbers: Uint32Array, order: Uint32Array) {
    this.#numbers = numbers
    this.#order = order
  }

  static async build(numbers: Uint32Array): Promise<RowByNumber> {
    return new RowByNumber(numbers, await sortedRows(numbers))
  }

  static empty(): RowByNumber {
    return new RowByNumber(new Uint32Array(0), new Uint32Array(0))
  }

  get bytes(): number {
    return this.#order.byteLength + this.#added.size * ADDED_BYTES
  }

  set(number: number, row: number): void {
    this.#added.set(number, row)
  }

  /** The last row of the number, even if it was removed. */
  find(number: number): number | undefined {
    return this.#added.get(number) ?? this.#findLoaded(number)
  }

  #findLoaded(number: number): number | undefined {
    const numbers = this.#numbers
    const order = this.#order
    const at = partitionPoint(0, order.length, (place) => (numbers[order[place] as number] as number) < number)
    const row = order[at]
    return row !== undefined && numbers[row] === number ? row : undefined
  }
}
