/** A set of whole numbers from 0 to `highest`, one bit each. */
export class BitSet {
  readonly #bits: Uint8Array

  constructor(highest: number) {
    this.#bits = new Uint8Array((highest >>> 3) + 1)
  }

  add(number: number): void {
    this.#bits[number >>> 3] = (this.#bits[number >>> 3] as number) | (1 << (number & 7))
  }

  has(number: number): boolean {
    return ((this.#bits[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0
  }
}
