type Options = { atOnce: number; mostWaiting: number; refuse: () => Error }

/** A queue in which services take turns: while others wait, a service runs one task at a time. */
export const openTurns = ({ atOnce, mostWaiting, refuse }: Options) => {
  const running: string[] = []
  const waiting: { service: string; start: () => void }[] = []

  const mustHaveRoom = () => {
    if (running.length >= atOnce && waiting.length >= mostWaiting) throw refuse()
  }

  const startNext = () => {
    const other = waiting.findIndex(({ service }) => !running.includes(service))
    const [next] = waiting.splice(Math.max(other, 0), 1)
    if (!next) return
    running.push(next.service)
    next.start()
  }

  return {
    mustHaveRoom,
    run: async <T>(service: string, work: () => Promise<T>): Promise<T> => {
      mustHaveRoom()
      if (running.length < atOnce) running.push(service)
      else await new Promise<void>((start) => waiting.push({ service, start }))
      try {
        return await work()
      } finally {
        running.splice(running.indexOf(service), 1)
        startNext()
      }
    },
  }
}
