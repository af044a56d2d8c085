export type LimiterOptions = {
  atOnce: number
  mostWaiting: number
  refuse: () => Error
}

export type Limiter = {
  run<T>(work: () => Promise<T>): Promise<T>
  readonly isIdle: boolean
}

export const openLimiter = ({ atOnce, mostWaiting, refuse }: LimiterOptions): Limiter => {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async run(work) {
      if (running < atOnce) running++
      else if (waiting.length >= mostWaiting) throw refuse()
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
    get isIdle() {
      return running === 0
    },
  }
}

/** One limiter per key. A limiter exists only while a task of its key runs or waits. */
export const limiterPerKey = (options: LimiterOptions) => {
  const limiters = new Map<string, Limiter>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const limiter = limiters.get(key) ?? openLimiter(options)
    limiters.set(key, limiter)
    try {
      return await limiter.run(work)
    } finally {
      if (limiter.isIdle) limiters.delete(key)
    }
  }
}
