import { availableParallelism } from 'node:os'
import { Problem } from '#contract'
import { slots } from '../../platform/kit/slots.ts'

/** One processor is left to those who are in already: with two turns on two cores their first view took three times as long. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
/** A browser that is not answered within half a minute gives up, and a busy server lets ten in each second. */
const MOST_WAITING = 100
const LONGEST_SECONDS = 300
/** How much the newest turn counts in the mean. */
const WEIGHT = 0.05

/**
 * In the morning thousands sign in, and each of them then opens the map. Few sign-ins are checked at once, with all that is
 * read for them: the busier the database is with those who are in already, the fewer come in, and only they wait. Those for
 * whom there is no room in the queue are sent away before anything is read for them.
 */
export const signInQueue = (atOnce = AT_ONCE) => {
  let msPerTurn = 50
  /** When the last of those who were sent away comes back. */
  let lastReturnMs = 0

  /** They come back one after another, as fast as turns are taken: all at once they would be sent away again. */
  const refusal = () => {
    const now = performance.now()
    const afterTheOthers = Math.max(lastReturnMs, now + MOST_WAITING * msPerTurn) + msPerTurn
    lastReturnMs = Math.min(afterTheOthers, now + LONGEST_SECONDS * 1000)
    return new Problem('manySignIns', { retryAfterSeconds: Math.ceil((lastReturnMs - now) / 1000) })
  }
  const inQueue = slots(atOnce, MOST_WAITING, refusal)

  /** Checks a sign-in when its turn has come; `check` gets the milliseconds that it waited. */
  return <T>(check: (waitedMs: number) => Promise<T>): Promise<T> => {
    const askedAt = performance.now()
    return inQueue(async () => {
      const startedAt = performance.now()
      try {
        return await check(startedAt - askedAt)
      } finally {
        const ms = (performance.now() - startedAt) / atOnce
        msPerTurn += (ms - msPerTurn) * WEIGHT
      }
    })
  }
}
