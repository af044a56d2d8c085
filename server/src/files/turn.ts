/** Images at work at the same time: each takes up to a core and 256 MB, and the rest of the server wants some too. */
const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

export const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running < AT_ONCE) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
