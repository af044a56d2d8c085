import { type Connection, openPool } from '../db/database.ts'
import { type AnyResponse, sendHead } from '../http/protocols.ts'
import { batched } from '../kit/batched.ts'
import { pruneOutbox } from '../outbox/pruning.ts'
import { attachTo, type RowSource } from './attachment.ts'
import { fanOut } from './fan-out.ts'
import { deliverFleeting, FLEETING_CHANNEL, type NoticeReaders, sendNotices } from './fleeting.ts'
import { joinStream } from './join.ts'
import { type OutboxRow, reloadFrame } from './message.ts'
import { keepPresent } from './presence.ts'
import { loadRecent, type RecentLimits } from './recent.ts'
import { type Log, startRelay } from './relay.ts'
import { type Rewrite, StreamClient, streamHeaders } from './stream-client.ts'
import { clientIndex } from './stream-clients.ts'

export type LiveOptions = {
  connection: Connection
  log: Log
  audienceOf: (sessionIds: string[]) => Promise<ReadonlyMap<string, readonly string[]>>
  /** Called with the sessions of open streams, on opening and every 30 s, because their members are online. */
  touch: (sessionIds: string[]) => Promise<unknown>
  rows?: RowSource
  notices?: NoticeReaders
  /** Called when notifications start, and again after an interruption. */
  onListening?: () => void
  recent?: RecentLimits
  pollMs?: number
}

export type StreamOptions = {
  /**
   * Must be the first response on its connection, and its head must not have been sent. Headers already set are sent
   * with it.
   */
  response: AnyResponse
  memberId: string
  sessionId: string
  rewrite?: Rewrite | undefined
  lastEventId?: string | undefined
}

export type Live = Awaited<ReturnType<typeof startLive>>

/** Browsers open up to six streams over HTTP/1.1 and one per tab over HTTP/2. More are a fault or an attack. */
const STREAMS_PER_SESSION = 32
const PRUNE_MS = 600_000
const connectionTimeouts = { query_timeout: 15_000, keepAlive: true }

export async function startLive(options: LiveOptions) {
  const { connection, log, audienceOf, touch, rows, notices = new Map(), onListening, recent: limits, pollMs } = options
  // A separate pool: the relay holds a connection, and thousands of resuming streams must not starve requests.
  const pool = openPool(
    { ...connection, ...connectionTimeouts },
    { max: 3, onError: (err) => log.warn({ err }, 'live messages: lost a connection') },
  )
  const recent = await loadRecent(pool, limits).catch(async (error) => {
    await pool.end()
    throw error
  })
  const clients = clientIndex()
  let isClosing = false

  const servicesOf = batched(async (sessionIds: string[]) => {
    const audience = await audienceOf([...new Set(sessionIds)])
    return (sessionId) => audience.get(sessionId)
  })

  /** Reloads the services that a client may see. Ends its stream if the session has ended. */
  async function admit(client: StreamClient): Promise<void> {
    const services = await servicesOf(client.sessionId)
    const isNew = client.services.size === 0
    if (!services) client.end()
    else if (clients.letSee(client, services) && !isNew && !client.isGone)
      client.write(reloadFrame(clients.readersBeside(client)))
  }

  async function obey({ control, sessionId, memberIds }: OutboxRow): Promise<void> {
    if (control === 'sessionEnded' && sessionId) for (const client of clients.ofSession(sessionId)) client.end()
    if (control !== 'audienceChanged') return
    const concerned = memberIds.flatMap((memberId) => [...clients.ofMember(memberId)])
    // If a client's services cannot be read, its stream ends, because its rights may have changed. The client reconnects.
    await Promise.all(concerned.map((client) => admit(client).catch(() => client.drop())))
  }

  const attach = attachTo({ clients, source: rows, log })

  const relay = startRelay({
    pool,
    log,
    ...(pollMs && { pollMs }),
    position: () => recent.position,
    fanOut: (rows, client) => fanOut({ clients, recent, attach: (some) => attach(some, client), obey }, rows),
    onListening,
    notices: new Map([...notices, [FLEETING_CHANNEL, (text: string) => deliverFleeting(clients, text)]]),
    rewind: (position) => {
      log.warn({ position, from: recent.position }, 'live messages: the database was restored to an earlier state')
      recent.restart(position)
      for (const client of clients.all) client.end()
    },
  })
  const presence = keepPresent({ clients, admit, touch, log })
  const pruning = setInterval(
    () => void pruneOutbox(pool).catch((err) => log.warn({ err }, 'live messages: pruning failed')),
    PRUNE_MS,
  ).unref()

  return {
    /** Takes over the response and writes to it until either side ends it. */
    openStream({ response, memberId, sessionId, rewrite, lastEventId }: StreamOptions): void {
      if (isClosing) {
        sendHead(response, 503, { 'retry-after': '1' })
        response.end()
        return
      }
      if (response.req.method === 'HEAD') {
        sendHead(response, 200, streamHeaders)
        response.end()
        return
      }
      const [oldest, ...others] = clients.ofSession(sessionId)
      if (others.length >= STREAMS_PER_SESSION - 1) oldest?.end()
      const client = new StreamClient(response, { memberId, sessionId, rewrite }, clients.remove)
      clients.add(client)
      client.open()
      joinStream({ pool, recent, admit, readersBeside: clients.readersBeside }, client, lastEventId).catch((err) => {
        log.warn({ err }, 'live messages: a stream could not be opened')
        client.drop()
      })
      presence.reportOpened(client)
    },

    wake: relay.wake,

    /** Notifies all servers at once, without waiting for a pooled connection. */
    notify: (channel: string, texts: readonly string[]): Promise<void> => sendNotices(pool, channel, texts),

    isListening: (memberId: string): boolean => clients.ofMember(memberId)[Symbol.iterator]().next().done === false,

    get position() {
      return recent.position
    },

    get streamCount() {
      return clients.all.size
    },

    bufferedBytes: (): number => [...clients.all].reduce((sum, client) => sum + client.bufferedBytes, 0),

    /** Ends all streams and opens no more: the first step of a shutdown. */
    closeAll(): void {
      isClosing = true
      for (const client of clients.all) client.end()
    },

    async stop(): Promise<void> {
      this.closeAll()
      presence.stop()
      clearInterval(pruning)
      await relay.stop()
      await pool.end()
    },
  }
}
