import { batched } from '../../kit/batched.ts'
import { outageOf } from '../availability.ts'
import { type Db, type OpenDatabase, openPool } from '../database.ts'
import { startHeartbeat } from './heartbeat.ts'
import { type LogPosition, readPosition } from './log-position.ts'
import { openReplica, type Replica, ReplicaLost, type ReplicaState } from './replica.ts'

/** Runs work that only reads, on a replica or on the primary; the work may run twice. */
export type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>

export type ReadTarget = 'primary' | 'replica'

export type Replicas = {
  /** Reads see everything that any server committed before the call. */
  read: Read
  states(): ReplicaState[]
  stop(): Promise<void>
}

type Options = {
  urls: readonly string[]
  connections: number
  warn: (details: object, text: string) => void
  onRead: (target: ReadTarget) => void
}

/** A primary without a response for this long is down. */
const SILENCE_MS = 5_000

/** SQLSTATE of a write on a replica, and of a read that replay cancelled. The primary repeats the work. */
const REFUSED_BY_REPLICA = new Set(['25006', '40001'])

const isOfReplica = (error: unknown): boolean =>
  error instanceof ReplicaLost ||
  outageOf(error) === 'away' ||
  REFUSED_BY_REPLICA.has((error as { code?: string } | undefined)?.code ?? '')

const readPrimary = ({ db }: OpenDatabase, onRead: Options['onRead']): Replicas => ({
  read: (work) => {
    onRead('primary')
    return work(db)
  },
  states: () => [],
  stop: async () => {},
})

/**
 * Decides where a read runs. A replica is used only if it has replayed everything that the primary had committed when
 * the read began, so readers never miss their own changes or changes that a live message announced. Concurrent reads
 * share one small query on the primary for this check.
 */
export const openReplicas = (primary: OpenDatabase, { urls, connections, warn, onRead }: Options): Replicas => {
  if (urls.length === 0) return readPrimary(primary, onRead)
  // Separate connections: reading a position must not wait behind long requests.
  const positions = openPool(primary.connection, { max: 2, acquireTimeoutMs: SILENCE_MS, silenceMs: SILENCE_MS })
  const heartbeat = startHeartbeat(positions)
  const replicas = urls.map((url) => openReplica(url, { heartbeat, connections, warn }))
  const currentPosition = batched<void, LogPosition>(async () => {
    const position = await readPosition(positions)
    return () => position
  })
  let turn = 0

  const choose = async (): Promise<Replica | undefined> => {
    const usable = replicas.filter((replica) => replica.isUsable())
    if (usable.length === 0) return undefined
    const position = await currentPosition().catch(() => undefined)
    if (!position) return undefined
    const next = turn++ % usable.length
    const inTurn = [...usable.slice(next), ...usable.slice(0, next)]
    const ready = inTurn.find((replica) => replica.hasReplayed(position))
    if (ready) return ready
    const [first] = inTurn
    return first && (await first.waitFor(position)) ? first : undefined
  }

  return {
    read: async (work) => {
      const replica = await choose()
      if (replica) {
        try {
          const result = await Promise.race([work(replica.db), replica.lost()])
          onRead('replica')
          return result
        } catch (error) {
          if (!isOfReplica(error)) throw error
          if (outageOf(error) === 'away') replica.leaveOut()
        }
      }
      onRead('primary')
      return work(primary.db)
    },
    states: () => replicas.map((replica) => replica.state()),
    stop: async () => {
      await heartbeat.stop()
      await Promise.all(replicas.map((replica) => replica.stop()))
      await positions.end()
    },
  }
}
