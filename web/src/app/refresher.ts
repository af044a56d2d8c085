type Key = readonly string[]

/** Batches a burst of changes into one more request. */
const PAUSE_MS = 250
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))

/**
 * Requests at once, but never twice in parallel for the same key: a change during a request causes one more after it.
 * So no change is missed, and no burst delays the first reply.
 */
export const makeRefresher = (ask: (key: Key) => Promise<unknown>, pauseBetween: () => Promise<unknown> = pause) => {
  const needsRepeat = new Map<string, boolean>()
  const running = new Map<string, Promise<void>>()
  const requestUntilCurrent = async (key: Key, name: string): Promise<void> => {
    do {
      needsRepeat.set(name, false)
      await ask(key).catch(() => {})
      await pauseBetween()
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
