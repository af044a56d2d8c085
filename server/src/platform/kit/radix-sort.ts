import { inSlices } from './slices.ts'

const DIGIT_BITS = 11
const DIGITS = 2 ** DIGIT_BITS

/**
 * Row numbers sorted by `keys`, then by `lowKeys` if given, then by row number. A radix sort that runs in slices.
 */
export async function sortedRows(keys: Uint32Array, lowKeys?: Uint32Array): Promise<Uint32Array> {
  let order = new Uint32Array(keys.length)
  let next = new Uint32Array(keys.length)
  await inSlices(0, keys.length, (from, to) => {
    for (let place = from; place < to; place++) order[place] = place
  })
  for (const column of lowKeys ? [lowKeys, keys] : [keys]) {
    for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
      const starts = await digitStarts(column, shift)
      if (!starts) continue
      const source = order
      const target = next
      await inSlices(0, keys.length, (from, to) => scatter(column, shift, starts, source, target, from, to))
      order = target
      next = source
    }
  }
  return order
}

async function digitStarts(keys: Uint32Array, shift: number): Promise<Uint32Array | undefined> {
  const starts = new Uint32Array(DIGITS + 1)
  await inSlices(0, keys.length, (from, to) => {
    for (let row = from; row < to; row++) {
      const after = digitOf(keys[row] as number, shift) + 1
      starts[after] = (starts[after] as number) + 1
    }
  })
  if (starts.includes(keys.length)) return undefined
  for (let digit = 1; digit < DIGITS; digit++) {
    starts[digit] = (starts[digit] as number) + (starts[digit - 1] as number)
  }
  return starts
}

const digitOf = (key: number, shift: number) => (key >>> shift) & (DIGITS - 1)

function scatter(
  keys: Uint32Array,
  shift: number,
  starts: Uint32Array,
  source: Uint32Array,
  target: Uint32Array,
  from: number,
  to: number,
): void {
  for (let place = from; place < to; place++) {
    const row = source[place] as number
    const digit = digitOf(keys[row] as number, shift)
    const start = starts[digit] as number
    target[start] = row
    starts[digit] = start + 1
  }
}
