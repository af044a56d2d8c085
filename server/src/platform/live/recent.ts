import type { Pool } from 'pg'
import { partitionPoint } from '../kit/binary-search.ts'
import { frameOf, type OutboxRow, outboxColumns } from './message.ts'

export type RecentLimits = { most?: number; mostBytes?: number }
const MOST = 10_000
const MOST_BYTES = 8_000_000

export type RecentMessage = OutboxRow & { frame: Buffer }

export type Recent = ReturnType<typeof recentMessages>

/**
 * The newest messages in memory, as frames, after `from` and up to `position`. A client that reconnects soon resumes
 * without a query and becomes live in the same step.
 */
export function recentMessages({ from, most = MOST, mostBytes = MOST_BYTES }: RecentLimits & { from: number }) {
  let messages: RecentMessage[] = []
  let oldest = 0
  let bytes = 0
  let position = from

  function forgetOldest() {
    const message = messages[oldest++]
    if (!message) return
    bytes -= message.frame.length
    from = message.position
    // Removed together, because each removal moves the whole list.
    if (oldest > most) {
      messages.splice(0, oldest)
      oldest = 0
    }
  }

  return {
    get from() {
      return from
    },
    get position() {
      return position
    },

    push(row: OutboxRow): RecentMessage {
      const message = { ...row, frame: frameOf(row.position, row.body) }
      messages.push(message)
      position = row.position
      bytes += message.frame.length
      while (messages.length - oldest > most || bytes > mostBytes) forgetOldest()
      return message
    },

    restart(at: number): void {
      messages = []
      oldest = bytes = 0
      from = position = at
    },

    after(given: number): RecentMessage[] {
      const isSent = (index: number) => (messages[index]?.position ?? 0) <= given
      return messages.slice(partitionPoint(oldest, messages.length, isSent))
    },
  }
}

/** Loads recent messages from the outbox, so that most clients can resume from memory after a restart. */
export async function loadRecent(pool: Pool, limits: RecentLimits = {}): Promise<Recent> {
  const { rows } = await pool.query<OutboxRow>(
    `select ${outboxColumns} from outbox where position is not null order by position desc limit ${limits.most ?? MOST}`,
  )
  const recent = recentMessages({ ...limits, from: Math.max(0, (rows.at(-1)?.position ?? 0) - 1) })
  for (const row of rows.reverse()) recent.push(row)
  return recent
}
