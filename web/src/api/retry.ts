import { Problem } from '#contract'

/** Few, because the user is waiting and then gets a "try again" button. */
const MOST_RETRIES = 2
/** One more for 503, because a restarting server is back within seconds. */
const MOST_RETRIES_OF_UNAVAILABLE = 3
const LONGEST_WAIT_MS = 5_000

const isTimeout = ({ cause }: Problem) => cause instanceof DOMException && cause.name === 'TimeoutError'
const waitAskedFor = (error: unknown): number => (error instanceof Problem ? (error.retryAfterSeconds ?? 0) * 1000 : 0)

/**
 * Whether to repeat a failed read. A rejected request would be rejected again; network and server failures may pass.
 */
export const isWorthRetrying = (failures: number, error: Error): boolean => {
  if (!(error instanceof Problem) || isTimeout(error) || waitAskedFor(error) > LONGEST_WAIT_MS) return false
  if (error.code === 'unavailable') return failures < MOST_RETRIES_OF_UNAVAILABLE
  return failures < MOST_RETRIES && (error.statusCode === 0 || error.statusCode >= 500)
}

/** 500 ms, then 1 s; never sooner than the server's `Retry-After`. */
export const retryDelay = (failures: number, error: Error): number =>
  Math.max(Math.min(500 * 2 ** failures, 1_000), waitAskedFor(error))
