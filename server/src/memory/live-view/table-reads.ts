import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../platform/db/database.ts'
import type { Read } from '../../platform/db/replica/replicas.ts'
import { slots } from '../../platform/kit/slots.ts'
import { type AoiPart, type Column, partReader } from './aoi-part.ts'
import {
  type NumberRange,
  rangesBetween,
  readConsistently,
  readInTurns,
  readSideBySide,
  rowsBetween,
} from './read-table.ts'
import { splitServiceRows } from './service-size.ts'

/** Each takes a connection or two, and as many processors for seconds. */
const READS_AT_ONCE = 2
/** With fewer connections a reading takes one: half of them are for requests. */
const CONNECTIONS_FOR_TWO = 8
/** What a page asks for when it is opened comes within this time. */
const GATHER_MS = 300
/** Rows in one query: whoever takes them does so without a pause. */
const ROWS_PER_PART = 5_000

/** Makes a copy of the rows of a service: gets all that are neither deleted nor merged, part by part. */
export type RowTaker<T> = {
  data: T
  columns: readonly Column[]
  add(part: AoiPart): void | Promise<void>
  /** Reads what else it needs, in the same database snapshot. */
  end?(snapshot: Db): Promise<void>
}

/** A taker, and what to do when it has everything. */
type Begun = { taker: RowTaker<unknown>; done(): void }

/** Waits for the rows of a service. `begin` may be called twice: what broke off is read anew. */
type Waiter = { begin(): Begun; reject(error: unknown): void }

export type TableReads = ReturnType<typeof openTableReads>

type Options = {
  /** Where services are read from, such as a replica; the database itself if unset. */
  read?: Read | undefined
  /** Ends the reading when the server closes. */
  signal?: AbortSignal | undefined
  /** So long the rows of a service are counted at least: others that want them meanwhile share the reading. */
  gatherMs?: number | undefined
  rowsPerPart?: number | undefined
  /** How many connections readings share with requests. */
  connections?: number | undefined
}

/** Reads services for their copies in memory. */
export const openTableReads = (db: Db, options: Options = {}) => {
  const { read = (work) => work(db), signal, gatherMs = GATHER_MS, rowsPerPart = ROWS_PER_PART } = options
  const { connections = CONNECTIONS_FOR_TWO } = options
  const inTurn = slots(READS_AT_ONCE)
  /** By service: who comes before its reading begins shares it. */
  const gatherings = new Map<string, Waiter[]>()
  const counts = new Map<string, Promise<number>>()
  /** By service: where its parts end. When they were found they had equally many rows, and they have all rows at any time. */
  const partEnds = new Map<string, readonly number[]>()

  const split = async (serviceId: string): Promise<number> => {
    const { count, ends } = await readConsistently(db, (snapshot) => splitServiceRows(snapshot, serviceId, rowsPerPart))
    partEnds.set(serviceId, ends)
    return count
  }

  const countAndGather = async (serviceId: string): Promise<number> => {
    const [count] = await Promise.all([split(serviceId), sleep(gatherMs)])
    return count
  }

  /** With several connections into one snapshot these take turns. */
  const readRows = async (snapshots: readonly Db[], serviceId: string, takers: readonly RowTaker<unknown>[]) => {
    const readPart = partReader([...new Set(takers.flatMap(({ columns }) => columns))])
    const readers = snapshots.map((snapshot) => async (range: NumberRange) => {
      signal?.throwIfAborted()
      const [part] = await readPart(snapshot, rowsBetween(serviceId, range))
      return part
    })
    for await (const part of readInTurns(rangesBetween(partEnds.get(serviceId) ?? []), readers))
      for (const taker of takers) {
        await taker.add(part)
        await nextTurn()
      }
  }

  const readFor = async (snapshots: readonly [Db, ...Db[]], serviceId: string, waiters: readonly Waiter[]) => {
    const begun = waiters.map(({ begin }) => begin())
    await readRows(
      snapshots,
      serviceId,
      begun.map(({ taker }) => taker),
    )
    // Those who need no more do not wait for those who do.
    for (const { taker, done } of begun) if (!taker.end) done()
    for (const { taker, done } of begun) {
      await taker.end?.(snapshots[0])
      done()
    }
  }

  const readAlone = (serviceId: string, waiters: readonly Waiter[]): Promise<void> =>
    read((target) => readConsistently(target, (snapshot) => readFor([snapshot], serviceId, waiters)))

  const readByTwo = (serviceId: string, waiters: readonly Waiter[]): Promise<void> =>
    read((target) => readSideBySide(target, (snapshots) => readFor(snapshots, serviceId, waiters)))

  const readTogether = async (serviceId: string, waiters: readonly Waiter[]): Promise<void> => {
    try {
      if (!partEnds.has(serviceId)) await split(serviceId)
      await (connections < CONNECTIONS_FOR_TWO ? readAlone : readByTwo)(serviceId, waiters)
    } catch (error) {
      for (const { reject } of waiters) reject(error)
    }
  }

  const gather = (serviceId: string, waiter: Waiter): void => {
    const others = gatherings.get(serviceId)
    if (others) {
      others.push(waiter)
      return
    }
    const waiters = [waiter]
    gatherings.set(serviceId, waiters)
    void nextTurn().then(() =>
      inTurn(() => {
        gatherings.delete(serviceId)
        return readTogether(serviceId, waiters)
      }),
    )
  }

  return {
    /** How many rows a service has. Those who ask while they are counted get the same count, and read together next. */
    count(serviceId: string): Promise<number> {
      const counting = counts.get(serviceId) ?? countAndGather(serviceId).finally(() => counts.delete(serviceId))
      counts.set(serviceId, counting)
      return counting
    },

    /** Hands all rows of a service to a taker: at once, or together with others that were told their count at the same time. */
    rows<T>(serviceId: string, take: () => RowTaker<T>, isAtOnce: boolean): Promise<T> {
      return new Promise((resolve, reject) => {
        const begin = () => {
          const taker = take()
          return { taker, done: () => resolve(taker.data) }
        }
        if (isAtOnce) void readAlone(serviceId, [{ begin, reject }]).catch(reject)
        else gather(serviceId, { begin, reject })
      })
    },

    /** Reads something else within one database snapshot, at once or in turn. */
    async other<T>(work: (snapshot: Db) => Promise<T>, isAtOnce: boolean): Promise<T> {
      const readNow = () => read((target) => readConsistently(target, work))
      return isAtOnce ? readNow() : inTurn(readNow)
    },
  }
}
