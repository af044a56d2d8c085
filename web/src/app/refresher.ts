type Key = readonly string[]

/** A burst of changes becomes one more answer, not one for each. */
const PAUSE_MS = 250
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))

/**
 * Asks again at once, and never twice at the same time for the same key: what is heard meanwhile asks once more
 * afterwards. So nothing heard goes missing, and no burst keeps an answer from ever arriving.
 */
export const makeRefresher = (ask: (key: Key) => Promise<unknown>, rest: () => Promise<unknown> = pause) => {
  const isWantedAgain = new Map<string, boolean>()
  const asking = new Map<string, Promise<void>>()
  const askOut = async (key: Key, name: string): Promise<void> => {
    do {
      isWantedAgain.set(name, false)
      await ask(key).catch(() => {})
      await rest()
    } while (isWantedAgain.get(name))
    isWantedAgain.delete(name)
    asking.delete(name)
  }
  /** Resolves when all that was heard so far has been answered. */
  return (key: Key): Promise<void> => {
    const name = JSON.stringify(key)
    const running = asking.get(name)
    if (running) {
      isWantedAgain.set(name, true)
      return running
    }
    const started = askOut(key, name)
    asking.set(name, started)
    return started
  }
}
