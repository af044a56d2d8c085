import { setTimeout as pause } from 'node:timers/promises'
import type { Api, Member } from './api.ts'

const PATH = '/user/profile'
const AT_ONCE = 10
const EVERY_MS = 100
/** Requests continue for this long after the first refusal, to detect a server that still allows them. */
const AFTER_MS = 3_000

/** Number of requests to PATH that a server has answered or refused so far. */
const answeredBy = async (url: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text
    .split('\n')
    .find((one) => one.startsWith('cohesion_http_request_seconds_count') && one.includes(PATH))
  return Number(line?.split(' ').at(-1) ?? 0)
}

/**
 * Sends a hundred requests a second in one session through a proxy, until some seconds after the session's limit is
 * reached.
 */
export const spendLimit = async (through: Api, member: Member, servers: readonly string[]) => {
  const before = await Promise.all(servers.map(answeredBy))
  const begin = performance.now()
  let allowed = 0
  let refusedAt: number | undefined
  const ask = async () => {
    const { status } = await through.send('GET', PATH, member)
    if (status === 200) allowed++
    else if (status === 429) refusedAt ??= performance.now()
    else throw new Error(`answered with ${status}`)
  }
  let asked = 0
  while (!refusedAt || performance.now() - refusedAt < AFTER_MS) {
    await Promise.all([...Array.from({ length: AT_ONCE }, ask), pause(EVERY_MS)])
    asked += AT_ONCE
  }
  const seconds = (performance.now() - begin) / 1000
  const after = await Promise.all(servers.map(answeredBy))
  return {
    allowed,
    seconds,
    perSecond: asked / seconds,
    leastShare: Math.min(...after.map((count, index) => count - (before[index] ?? 0))) / asked,
  }
}
