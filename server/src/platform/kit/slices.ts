import { setImmediate as nextTurn } from 'node:timers/promises'

/** Rows per slice, which take about a millisecond. Between two slices, other requests and sockets get their turn. */
export const SLICE = 25_000
/** Rows per slice in loops that read only one or two columns. */
export const WIDE_SLICE = 100_000

export async function inSlices(
  from: number,
  to: number,
  work: (from: number, to: number) => void,
  size = SLICE,
): Promise<void> {
  for (let start = from; start < to; start += size) {
    if (start > from) await nextTurn()
    work(start, Math.min(start + size, to))
  }
}

const TURN_MS = 10

let queue: Promise<void> = Promise.resolve()

/**
 * Divides work whose parts differ in size into slices of 10 ms. All such work of the process takes turns, one slice per
 * turn of the event loop, however many callers wait.
 */
export class Turns {
  #since = Number.NEGATIVE_INFINITY

  async next(): Promise<void> {
    if (performance.now() - this.#since < TURN_MS) return
    queue = queue.then(() => nextTurn())
    await queue
    this.#since = performance.now()
  }
}

export const partsOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))
