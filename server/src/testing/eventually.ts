import { setTimeout as pause } from 'node:timers/promises'

const GIVE_UP_MS = 60_000
const FIRST_PAUSE_MS = 10
/** Longer pauses would delay a test, and shorter ones take processor time from the work that it waits for. */
const LONGEST_PAUSE_MS = 100

/** Repeats a check until it passes, each time after a longer pause. */
export const eventually = async <T>(check: () => T | Promise<T>): Promise<T> => {
  const deadline = performance.now() + GIVE_UP_MS
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await pause(pauseMs)
  }
}
