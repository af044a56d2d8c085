import { setImmediate as nextTurn } from 'node:timers/promises'

/** About a millisecond of work; between slices requests and sockets get their turn. */
export const SLICE = 25_000
/** The same where a row takes only a look or two. */
export const WIDE_SLICE = 100_000

/** Tells after pieces of work of whatever size when it is the turn of others. */
export class Pace {
  #done = 0

  isOver(work: number): boolean {
    this.#done += work
    if (this.#done < SLICE) return false
    this.#done = 0
    return true
  }
}

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
