import { setInterval as every } from 'node:timers/promises'
import type pg from 'pg'
import { newId } from '../id.ts'
import { timelineSql } from './log-position.ts'

export const BEAT_MS = 500
const BEATS_REMEMBERED = 20

type Beat = { id: string; timeline: string; writtenAtMs: number }

export type Heartbeat = {
  serverId: string
  /** Timeline and lag of a replica that shows this beat; undefined if the beat is too old or from another primary. */
  judge(beatId: string | null): { timeline: string; lagMs: number } | undefined
  stop(): Promise<void>
}

/**
 * Writes a unique value, the beat, to the primary twice a second. A replica that shows the beat follows this primary, not
 * a replaced or separately promoted one, and has everything that is older than the beat.
 */
export const startHeartbeat = (primary: pg.Pool): Heartbeat => {
  const serverId = newId()
  const beats: Beat[] = []
  const stopping = new AbortController()

  const beat = async () => {
    const id = newId()
    const { rows } = await primary.query<{ timeline: string }>(
      `insert into replica_heartbeat (server_id, beat) values ($1, $2)
        on conflict (server_id) do update set beat = excluded.beat, beat_at = now()
        returning ${timelineSql} as timeline`,
      [serverId, id],
    )
    beats.push({ id, timeline: rows[0]?.timeline ?? '', writtenAtMs: performance.now() })
    if (beats.length > BEATS_REMEMBERED) beats.shift()
  }
  const run = async () => {
    await primary.query(`delete from replica_heartbeat where beat_at < now() - interval '1 hour'`).catch(() => {})
    // Without the primary, replicas are not read either, so a failed beat needs no report.
    await beat().catch(() => {})
    for await (const _ of every(BEAT_MS, undefined, { ref: false, signal: stopping.signal }))
      await beat().catch(() => {})
  }
  const ran = run().catch(() => {})

  return {
    serverId,
    judge: (beatId) => {
      const at = beats.findIndex(({ id }) => id === beatId)
      const shown = beats[at]
      if (!shown) return undefined
      const missed = beats[at + 1]
      return { timeline: shown.timeline, lagMs: missed ? performance.now() - missed.writtenAtMs : 0 }
    },
    stop: async () => {
      stopping.abort()
      await ran
      await primary.query('delete from replica_heartbeat where server_id = $1', [serverId]).catch(() => {})
    },
  }
}
