import { setImmediate as nextTurn } from 'node:timers/promises'

/** About a millisecond of work; between slices requests and sockets get their turn. */
const SLICE = 25_000
/** The same where a row takes only a look or two. */
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
