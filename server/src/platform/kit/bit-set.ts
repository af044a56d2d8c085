/** A set of whole numbers from 0 to `highest`, one bit each. */
export class BitSet {
  readonly #bits: Uint8Array

  constructor(highest: number) {
    this.#bits = new Uint8Array((highest >>> 3) + 1)
  }

  add(number: number): void {
    this.#bits[number >>> 3] = (this.#bits[number >>> 3] as number) | (1 << (number & 7))
  }

  delete(number: number): void {
    this.#bits[number >>> 3] = (this.#bits[number >>> 3] ?? 0) & ~(1 << (number & 7))
  }

  deleteAll(others: BitSet): void {
    for (const [index, bits] of others.#bits.entries()) this.#bits[index] = (this.#bits[index] ?? 0) & ~bits
  }

  /** The numbers that are in both. */
  and(other: BitSet): BitSet {
    const both = new BitSet(Math.min(this.#bits.length, other.#bits.length) * 8 - 1)
    for (const index of both.#bits.keys())
      both.#bits[index] = (this.#bits[index] as number) & (other.#bits[index] as number)
    return both
  }

  has(number: number): boolean {
    return ((this.#bits[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0
  }
}
