import { orderBy } from './order.ts'

/** Which row an AOI has: most in one column of numbers and its order, those that came since in a map. */
export class ByNumber {
  readonly #numbers: Uint32Array
  readonly #order: Uint32Array
  readonly #since = new Map<number, number>()

  private constructor(numbers: Uint32Array, order: Uint32Array) {
    this.#numbers = numbers
    this.#order = order
  }

  static async of(numbers: Uint32Array): Promise<ByNumber> {
    return new ByNumber(numbers, await orderBy(numbers))
  }

  static none(): ByNumber {
    return new ByNumber(new Uint32Array(0), new Uint32Array(0))
  }

  set(number: number, row: number): void {
    this.#since.set(number, row)
  }

  /** A row that is gone is found too, unless another took its place. */
  find(number: number): number | undefined {
    return this.#since.get(number) ?? this.#findSorted(number)
  }

  #findSorted(number: number): number | undefined {
    let [low, high] = [0, this.#order.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#numbers[this.#order[middle] as number] as number) < number) low = middle + 1
      else high = middle
    }
    const row = this.#order[low]
    return row !== undefined && this.#numbers[row] === number ? row : undefined
  }
}
