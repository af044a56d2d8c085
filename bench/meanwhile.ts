import { setTimeout as pause } from 'node:timers/promises'

const SAMPLE_MS = 200

export const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> => {
  const start = performance.now()
  const value = await work()
  return { ms: performance.now() - start, value }
}

/** Median time of a request, sent again and again while `work` runs. */
export const listsDuring = async (request: () => Promise<Response>, work: Promise<unknown>): Promise<number> => {
  const times: number[] = []
  let isOver = false
  void work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const { ms } = await timed(async () => (await request()).arrayBuffer())
    times.push(ms)
    await pause(10)
  }
  await work
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN
}

/** Largest resident memory in MB in the first and in the last fifth of some work. */
export const memoryDuring = async <T>(work: () => Promise<T>) => {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(process.memoryUsage().rss / 1e6), SAMPLE_MS)
  const value = await work()
  clearInterval(timer)
  const fifth = Math.ceil(samples.length / 5)
  return { value, first: Math.max(...samples.slice(0, fifth)), last: Math.max(...samples.slice(-fifth)) }
}
