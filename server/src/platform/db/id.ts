import { randomFillSync } from 'node:crypto'
import { databaseMs } from './clock.ts'

const random = Buffer.alloc(16)
let lastMs = 0
/** Counts the ids of one millisecond in the 12 bits after the time, so that ids sort in order of creation. */
let counter = 0

/** UUID v7. Sorts by time, and within a process by creation, even if the clock steps back. */
export function newId(): string {
  const ms = databaseMs()
  if (ms > lastMs) {
    lastMs = ms
    counter = 0
  } else {
    counter += 1
    if (counter > 0xfff) {
      lastMs += 1
      counter = 0
    }
  }
  randomFillSync(random, 8, 8)
  return uuidV7(lastMs, counter, random.subarray(8))
}

/** `counter` has 12 bits. The variant replaces the upper two bits of the first of the 8 `tail` bytes. */
export function uuidV7(ms: number, counter: number, tail: Uint8Array): string {
  const time = ms.toString(16).padStart(12, '0')
  const rest = Buffer.from(tail)
  rest[0] = ((rest[0] ?? 0) & 0x3f) | 0x80
  const end = rest.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${end.slice(0, 4)}-${end.slice(4)}`
}
