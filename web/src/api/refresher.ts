type Key = readonly unknown[]

export const PAUSE_MS = 250

type Timing = {
  delayMs?: () => number
  pauseMs?: () => number
  wait?: (ms: number) => Promise<unknown>
}

const waitFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Sends a request at once or after `delayMs`, and never two in parallel for one key: changes during a request cause one
 * more request afterwards. No change is missed, and no burst delays the first reply.
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
  /** Resolves when a reply covers all changes up to this call. */
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
