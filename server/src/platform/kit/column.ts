import { inSlices, WIDE_SLICE } from './slices.ts'

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

const SMALLEST = 256

/**
 * Returns the column itself if it has room for `length` values, otherwise a larger copy. A copy grows by half at least,
 * so that repeated appends copy each value only a few times.
 */
export function withRoom<T extends Column>(column: T, length: number): T {
  if (length <= column.length) return column
  const Type = column.constructor as new (length: number) => T
  const larger = new Type(Math.max(SMALLEST, length, Math.ceil(column.length * 1.5)))
  larger.set(column)
  return larger
}

/**
 * Copies the values at `places` to the beginning of another column, in slices. Limited to these four types: a fifth
 * makes the loop ten times slower, because it looks up the type for every value.
 */
export async function pick<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
  from: T,
  places: Uint32Array,
  to: T,
): Promise<void> {
  const copy = (start: number, end: number) => {
    for (let at = start; at < end; at++) to[at] = from[places[at] as number] as number
  }
  await inSlices(0, places.length, copy, WIDE_SLICE)
}

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
