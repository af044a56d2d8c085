import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

/** Two tries of at most this time fit into the timeout of a request. */
const TIMEOUT_MS = 2_000
const TRIES = 2
/** Questions to the system that wait. More of them fail at once. */
const MOST_WAITING = 10

type Options = { servers?: readonly string[]; timeoutMs?: number }

/**
 * Asks the name servers directly. The system answers only two questions of the whole process at a time, so the silent name
 * servers of one service's webhooks would delay the alarms of all others. The system looks up one name at a time, and
 * only names that the name servers do not know, such as those in `/etc/hosts`.
 */
export const openResolver = ({ servers, timeoutMs = TIMEOUT_MS }: Options = {}) => {
  const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES, maxTimeout: timeoutMs })
  if (servers) resolver.setServers(servers)
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const askSystem = (host: string): Promise<LookupAddress[]> => {
    if (waiting >= MOST_WAITING) throw new Error(`no name server answers for ${host}`)
    waiting++
    const found = last.then(() => lookup(host, { all: true })).finally(() => waiting--)
    last = found.catch(() => undefined)
    return found
  }

  return async (host: string): Promise<LookupAddress[]> => {
    const [four, six] = await Promise.all([
      resolver.resolve4(host).catch(() => []),
      resolver.resolve6(host).catch(() => []),
    ])
    if (four.length + six.length === 0) return askSystem(host)
    return [...four.map((address) => ({ address, family: 4 })), ...six.map((address) => ({ address, family: 6 }))]
  }
}
