import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from './api.ts'

const RETRY_MS = 100
const MOST_TRIES = 6_000
/** 503 is the server's; the others are a proxy's that lost its server in the middle of the request. */
const COME_AGAIN = [502, 503, 504]

export type Acknowledgement = { answer: Answer; tries: number }

/**
 * Sends the same request, with the same nonce, until the server says that it was done: a client that lost its connection,
 * or was told to come again, does no other. Any other answer is an error.
 */
export const sendUntilDone = async (send: () => Promise<Answer>): Promise<Acknowledgement> => {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const answer = await send().catch(() => undefined)
    if (answer?.status === 200) return { answer, tries }
    if (answer && !COME_AGAIN.includes(answer.status))
      throw new Error(`answered ${answer.status} ${answer.text.slice(0, 200)}`)
    await pause(RETRY_MS)
  }
  throw new Error(`not taken after ${MOST_TRIES} tries`)
}
