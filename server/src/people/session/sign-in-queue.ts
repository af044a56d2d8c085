import { availableParallelism } from 'node:os'
import { Problem } from '#contract'
import { slots } from '../../platform/kit/slots.ts'

/**
 * Leaves one processor to members who are signed in. With two checks on two cores, their first view took three times as
 * long.
 */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
/** Browsers time out after half a minute, and a busy server admits ten sign-ins a second. */
const MOST_WAITING = 100
const LONGEST_SECONDS = 300
/** Weight of the newest value in the moving average. */
const WEIGHT = 0.05

/**
 * Limits concurrent sign-ins, because in the morning thousands of members sign in and then open the map. Sign-ins that
 * find the queue full are refused before the server reads anything for them.
 */
export const signInQueue = (atOnce = AT_ONCE) => {
  let msPerTurn = 50
  /** The latest time that a refused sign-in was given for its retry. */
  let lastReturnMs = 0

  /** Gives refused sign-ins retry times one after another, at the rate of admission. */
  const refusal = () => {
    const now = performance.now()
    const afterTheOthers = Math.max(lastReturnMs, now + MOST_WAITING * msPerTurn) + msPerTurn
    lastReturnMs = Math.min(afterTheOthers, now + LONGEST_SECONDS * 1000)
    return new Problem('manySignIns', { retryAfterSeconds: Math.ceil((lastReturnMs - now) / 1000) })
  }
  const inQueue = slots(atOnce, MOST_WAITING, refusal)

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
