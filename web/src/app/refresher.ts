type Key = readonly unknown[]

/** Batches a burst of changes into one more request. */
export const PAUSE_MS = 250

type Timing = {
  /** How long the first request waits, in ms; zero is at once. */
  delayMs?: () => number
  /** How long the next request waits at least after a reply. */
  pauseMs?: () => number
  wait?: (ms: number) => Promise<unknown>
}

const waitFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Requests at once, or after `delayMs`, but never twice in parallel for the same key: a change during a request causes one
 * more after it. So no change is missed, and no burst delays the first reply.
 */
export const makeRefresher = (
  ask: (key: Key) => Promise<unknown>,
  { delayMs = () => 0, pauseMs = () => PAUSE_MS, wait = waitFor }: Timing = {},
) => {
  const needsRepeat = new Map<string, boolean>()
  const running = new Map<string, Promise<void>>()
  const requestUntilCurrent = async (key: Key, name: string): Promise<void> => {
    do {
      const delay = delayMs()
      if (delay > 0) await wait(delay)
      needsRepeat.set(name, false)
      await ask(key).catch(() => {})
      await wait(pauseMs())
    } while (needsRepeat.get(name))
    needsRepeat.delete(name)
    running.delete(name)
  }
  /** Resolves when every change so far is covered by a reply. */
  return (key: Key): Promise<void> => {
    const name = JSON.stringify(key)
    const current = running.get(name)
    if (current) {
      needsRepeat.set(name, true)
      return current
    }
    const started = requestUntilCurrent(key, name)
    running.set(name, started)
    return started
  }
}
