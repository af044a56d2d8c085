/** Numbers of AOIs, a bit each. */
export class Numbers {
  readonly #bits: Uint8Array

  constructor(most: number) {
    this.#bits = new Uint8Array((most >>> 3) + 1)
  }

  add(number: number): void {
    this.#bits[number >>> 3] = (this.#bits[number >>> 3] as number) | (1 << (number & 7))
  }

  has(number: number): boolean {
    return ((this.#bits[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0
  }
}
