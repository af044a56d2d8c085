import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from './api.ts'

const RETRY_MS = 100
const MOST_TRIES = 6_000
/**
 * Statuses after which a request is repeated. The server sends 503; a proxy sends the others if it loses its server in
 * the middle of a request.
 */
const COME_AGAIN = [502, 503, 504]

export type Acknowledgement = { answer: Answer; tries: number }

/**
 * Repeats a request with its nonce until the server confirms it, after lost replies and after 502 to 504. Throws for
 * any other status.
 */
export const sendUntilDone = async (send: () => Promise<Answer>): Promise<Acknowledgement> => {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const answer = await send().catch(() => undefined)
    if (answer?.status === 200) return { answer, tries }
    if (answer && !COME_AGAIN.includes(answer.status))
      throw new Error(`answered ${answer.status} ${answer.text.slice(0, 200)}`)
    await pause(RETRY_MS)
  }
  throw new Error(`not accepted after ${MOST_TRIES} tries`)
}
