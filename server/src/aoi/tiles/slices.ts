import { setImmediate as nextTurn } from 'node:timers/promises'

/** About a millisecond of work; between slices requests and sockets get their turn. */
const SLICE = 25_000

export async function inSlices(from: number, to: number, work: (from: number, to: number) => void): Promise<void> {
  for (let start = from; start < to; start += SLICE) {
    if (start > from) await nextTurn()
    work(start, Math.min(start + SLICE, to))
  }
}
