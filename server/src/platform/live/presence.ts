import { batched } from '../kit/batched.ts'
import type { Log } from './relay.ts'
import type { StreamClient } from './stream-client.ts'
import type { StreamClients } from './stream-clients.ts'

/** Interval of heartbeats. Proxies cut connections that are silent for a minute, and clients reconnect. */
const BEAT_SECONDS = 15
const PRESENT_SECONDS = 30

type Presence = {
  clients: StreamClients
  admit: (client: StreamClient) => Promise<void>
  touch: (sessionIds: string[]) => Promise<unknown>
  log: Log
}

/**
 * Sends heartbeats, reports the sessions in use, and checks every PRESENT_SECONDS whether they still exist. Streams are
 * spread over the seconds, because thousands at once would block everything else.
 */
export function keepPresent({ clients, admit, touch, log }: Presence) {
  const seen = batched(async (sessionIds: string[]) => {
    await touch([...new Set(sessionIds)])
    return () => undefined
  })

  async function look(some: readonly StreamClient[]) {
    await Promise.all(some.map(({ sessionId }) => seen(sessionId)))
    // Ended sessions are published at once. This check finds sessions that ended without a message.
    await Promise.all(some.map(admit))
  }

  const complain = (err: unknown) => log.warn({ err }, 'live messages: presence could not be recorded')

  let seconds = 0
  const due = (every: number) => [...clients.all].filter(({ number }) => number % every === seconds % every)
  const ticking = setInterval(() => {
    seconds++
    for (const client of due(BEAT_SECONDS)) client.beat()
    look(due(PRESENT_SECONDS)).catch(complain)
  }, 1000).unref()

  return {
    reportOpened(client: StreamClient): void {
      seen(client.sessionId).catch(complain)
    },
    stop: () => clearInterval(ticking),
  }
}
