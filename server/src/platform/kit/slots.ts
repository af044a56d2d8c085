import { Problem } from '#contract'

export const slots = (
  size: number,
  maxWaiting = Number.POSITIVE_INFINITY,
  refusal = () => new Problem('unavailable', { retryAfterSeconds: 1 }),
) => {
  let free = size
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else if (waiting.length >= maxWaiting) throw refusal()
    else await new Promise<void>((turn) => waiting.push(turn))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
