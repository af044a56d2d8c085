import { setInterval as every, setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { batched } from '../../kit/batched.ts'
import { type Connection, openDatabase, openPool, requestTimeouts } from '../database.ts'
import type { Database } from '../schema/index.ts'
import { BEAT_MS, type Heartbeat } from './heartbeat.ts'
import type { LogPosition } from './log-position.ts'

/**
 * A replica whose probe gets no response for this long is not used. Probes start every BEAT_MS, so a dead replica is
 * detected within 2 s.
 */
const SILENCE_MS = 1_000
/** A replica that is further behind is not used. */
const MOST_LAG_MS = 1_000
/** How long a read waits for a replica that is about to replay the newest commits. */
const CATCH_UP_MS = 100
const POLL_MS = 2

/** Why a replica cannot be used; undefined if it can. */
type Trouble = 'away' | 'not a replica' | 'behind' | undefined

export type ReplicaState = { name: string; trouble: Trouble; lagSeconds: number | undefined }

export class ReplicaLost extends Error {}

export type Replica = {
  name: string
  db: Kysely<Database>
  isUsable(): boolean
  hasReplayed(position: LogPosition): boolean
  waitFor(position: LogPosition): Promise<boolean>
  /** Rejects when the replica stops answering probes, so that running reads are given up. */
  lost(): Promise<never>
  /** Call after a failed read: the replica is not used again until a probe succeeds. */
  leaveOut(): void
  state(): ReplicaState
  stop(): Promise<void>
}

const replayedSql = `coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0)`
const probeSql = `select pg_is_in_recovery() as "isReplica", ${replayedSql} as replayed,
  (select beat from replica_heartbeat where server_id = $1) as beat`

type Probe = { isReplica: boolean; replayed: number; beat: string | null }

export const replicaName = (url: string): string => {
  const { hostname, port } = new URL(url.replace('@/', '@localhost/'))
  return `${decodeURIComponent(hostname)}:${port || '5432'}`
}

type Options = { heartbeat: Heartbeat; connections: number; warn: (details: object, text: string) => void }

/** One streaming replica: its connections, and a probe that checks whether it can be used. */
export const openReplica = (url: string, { heartbeat, connections, warn }: Options): Replica => {
  const name = replicaName(url)
  const connection: Connection = { connectionString: url }
  const { db, close } = openDatabase(connection, {
    ...requestTimeouts,
    max: connections,
    acquireTimeoutMs: SILENCE_MS,
  })
  const probes = openPool(connection, { max: 2, acquireTimeoutMs: SILENCE_MS, silenceMs: SILENCE_MS })
  const stopping = new AbortController()
  let trouble: Trouble = 'away'
  let replayed = 0
  let timeline: string | undefined
  let lagMs: number | undefined
  let loss = Promise.withResolvers<never>()

  const become = (next: Trouble) => {
    if (next === trouble) return
    warn({ replica: name }, next ? `replica: left out (${next})` : 'replica: in use')
    trouble = next
  }
  const giveUp = () => {
    become('away')
    loss.promise.catch(() => {})
    loss.reject(new ReplicaLost(`the replica ${name} does not answer`))
    loss = Promise.withResolvers()
  }

  const probe = async () => {
    const { rows } = await probes.query<Probe>(probeSql, [heartbeat.serverId])
    const answer = rows[0]
    if (!answer) return
    const verdict = heartbeat.judge(answer.beat)
    replayed = answer.replayed
    timeline = verdict?.timeline
    lagMs = verdict?.lagMs
    if (!answer.isReplica) become('not a replica')
    else become(verdict && verdict.lagMs <= MOST_LAG_MS ? undefined : 'behind')
  }
  const askReplayed = batched<void, void>(async () => {
    const { rows } = await probes.query<{ replayed: number }>(`select ${replayedSql} as replayed`)
    replayed = rows[0]?.replayed ?? 0
    return () => undefined
  })
  const watch = async () => {
    const probeOnce = () => probe().catch(giveUp)
    await probeOnce()
    for await (const _ of every(BEAT_MS, undefined, { ref: false, signal: stopping.signal })) await probeOnce()
  }
  const watched = watch().catch(() => {})

  const hasReplayed = (position: LogPosition) => position.timeline === timeline && replayed >= position.bytes

  return {
    name,
    db,
    isUsable: () => trouble === undefined,
    hasReplayed,
    waitFor: async (position) => {
      const deadline = performance.now() + CATCH_UP_MS
      try {
        while (trouble === undefined && position.timeline === timeline) {
          await askReplayed()
          if (hasReplayed(position)) return true
          if (performance.now() > deadline) become('behind')
          else await pause(POLL_MS)
        }
      } catch {
        become('away')
      }
      return false
    },
    lost: () => loss.promise,
    leaveOut: () => become('away'),
    state: () => ({ name, trouble, lagSeconds: lagMs === undefined ? undefined : lagMs / 1000 }),
    stop: async () => {
      stopping.abort()
      await watched
      // Connections to a machine that is gone may never end.
      await Promise.race([Promise.all([close(), probes.end()]), pause(SILENCE_MS, undefined, { ref: false })])
    },
  }
}
