import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from './api.ts'

const MOST_TRIES = 100

/** Repeats a call that gets 503, after the time that the reply names. Returns any other reply. */
export const sendPatiently = async (send: () => Promise<Answer>, onPutOff: () => void): Promise<Answer> => {
  for (let tries = 1; ; tries++) {
    const answer = await send()
    const waitSeconds = Number(answer.headers.get('retry-after'))
    if (answer.status !== 503 || !(waitSeconds > 0) || tries === MOST_TRIES) return answer
    onPutOff()
    await pause(waitSeconds * 1000)
  }
}
