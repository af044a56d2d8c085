import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { bell } from '../kit/bell.ts'
import { numberMessages, OUTBOX_CHANNEL } from '../outbox/numbering.ts'
import type { NoticeReaders } from './fleeting.ts'
import { type OutboxRow, outboxColumns } from './message.ts'

/** Polling finds messages of a writer that died before the numbering. Below the 1 s that a session's end may take. */
const POLL_MS = 800
const ROWS_AT_ONCE = 500
/**
 * Minimum time between two polls. The first message after a silence goes at once; in a burst messages are numbered
 * together, since each numbering is a commit that writers wait for.
 */
const GAP_MS = 50
const RETRY_MS = { first: 100, most: 5_000 }

const read = {
  name: 'outbox_after',
  text: `select ${outboxColumns} from outbox where position > $1 order by position limit ${ROWS_AT_ONCE}`,
}

export type Log = { info(details: object, text: string): void; warn(details: object, text: string): void }

export type RelayOptions = {
  pool: Pool
  log: Log
  position: () => number
  /** Delivers rows. May query `client`, which is idle during the call. */
  fanOut: (rows: OutboxRow[], client: PoolClient) => Promise<void>
  notices: NoticeReaders
  onListening?: (() => void) | undefined
  /**
   * Called if the database was restored to a state before the last delivered message. Delivery continues after
   * `position`.
   */
  rewind: (position: number) => void
  pollMs?: number
}

export type Relay = ReturnType<typeof startRelay>

/**
 * Follows the outbox: woken by this process after a commit, by other processes through NOTIFY, and by the clock.
 *
 * NOTIFY inside a writer's transaction would hold a lock of the whole cluster until its commit is on disk, so all writers
 * would queue up. The numbering notifies instead: at most one NOTIFY at a time, for all commits since the last one.
 */
export function startRelay(options: RelayOptions) {
  const { pool, log, position, fanOut, notices, onListening, rewind, pollMs = POLL_MS } = options
  const work = bell()
  let mayBeUnnumbered = true
  const stopping = new AbortController()
  const isStopped = () => stopping.signal.aborted

  function readNotice(channel: string, text: string) {
    try {
      notices.get(channel)?.(text)
    } catch (err) {
      // Notices of another version may be unreadable, and nothing else would catch the exception.
      log.warn({ err, channel }, 'live messages: a notice could not be read')
    }
  }

  async function follow(client: PoolClient, isLost: () => boolean) {
    while (!isStopped() && !isLost()) {
      const beganAt = performance.now()
      const numbering = mayBeUnnumbered ? numberMessages(client) : false
      mayBeUnnumbered = false
      const [isMore, { rows }] = await Promise.all([
        numbering,
        client.query<OutboxRow>({ ...read, values: [position()] }),
      ])
      if (rows.length > 0) await fanOut(rows, client)
      mayBeUnnumbered ||= isMore
      if (isMore || rows.length === ROWS_AT_ONCE) continue
      const isWoken = await work.wait(pollMs)
      mayBeUnnumbered ||= !isWoken
      const early = GAP_MS - (performance.now() - beganAt)
      if (early > 0) await pause(early, undefined, stopping).catch(() => undefined)
    }
  }

  async function followOnce() {
    const client = await pool.connect()
    let lost: Error | undefined
    const onLost = (error: Error) => {
      lost ??= error
      work.ring()
    }
    client.on('error', onLost)
    client.on('end', () => onLost(new Error('the connection ended')))
    try {
      await client.query("set default_transaction_isolation = 'read committed'")
      await client.query([OUTBOX_CHANNEL, ...notices.keys()].map((channel) => `listen ${channel}`).join('; '))
      mayBeUnnumbered = true
      const { ownProcess, newest } = await whereWeAre(client)
      client.on('notification', ({ channel, payload, processId }) => {
        if (channel !== OUTBOX_CHANNEL) readNotice(channel, payload ?? '')
        else if (processId !== ownProcess) work.ring()
      })
      onListening?.()
      if (newest < position()) rewind(newest)
      log.info({ position: position() }, 'live messages: connected')
      await follow(client, () => lost !== undefined)
      if (lost) throw lost
    } finally {
      client.release(true)
    }
  }

  async function run() {
    let retryMs = RETRY_MS.first
    while (!isStopped()) {
      const startedAt = Date.now()
      try {
        await followOnce()
      } catch (error) {
        if (isStopped()) return
        if (Date.now() - startedAt > RETRY_MS.most) retryMs = RETRY_MS.first
        log.warn({ err: error, retryMs }, 'live messages: the database connection was lost')
        await pause(retryMs, undefined, stopping).catch(() => undefined)
        retryMs = Math.min(retryMs * 2, RETRY_MS.most)
      }
    }
  }

  const ended = run()

  return {
    wake(): void {
      mayBeUnnumbered = true
      work.ring()
    },

    async stop(): Promise<void> {
      stopping.abort()
      work.ring()
      await ended
    },
  }
}

async function whereWeAre(client: PoolClient) {
  const { rows } = await client.query<{ ownProcess: number; newest: number }>(
    'select pg_backend_pid() as "ownProcess", coalesce(max(position), 0) as newest from outbox',
  )
  return rows[0] ?? { ownProcess: 0, newest: 0 }
}
