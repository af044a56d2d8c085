import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import type { Read } from '../db/replica/replicas.ts'
import { slots } from '../kit/slots.ts'
import { type AoiPart, type Column, partReader } from './aoi-part.ts'
import { readAhead, readConsistently, rowsBehind } from './read-table.ts'
import { countServiceRows } from './service-size.ts'

/** Each takes a connection, and half of a processor for seconds. */
const READS_AT_ONCE = 2
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
  /** So long a reading waits for others that want the same service. */
  gatherMs?: number | undefined
  rowsPerPart?: number | undefined
}

/** Reads services for their copies in memory. */
export const openTableReads = (db: Db, options: Options = {}) => {
  const { read = (work) => work(db), signal, gatherMs = GATHER_MS, rowsPerPart = ROWS_PER_PART } = options
  const inTurn = slots(READS_AT_ONCE)
  /** By service: who comes before its reading begins shares it. */
  const gatherings = new Map<string, Waiter[]>()
  const counts = new Map<string, Promise<number>>()

  const readRows = async (snapshot: Db, serviceId: string, takers: readonly RowTaker<unknown>[]) => {
    const readPart = partReader([...new Set(takers.flatMap(({ columns }) => columns))])
    const readAfter = async (part: AoiPart | undefined) => {
      signal?.throwIfAborted()
      const [next] = await readPart(snapshot, rowsBehind(serviceId, part?.last ?? 0, rowsPerPart))
      return next
    }
    for await (const part of readAhead(readAfter))
      for (const taker of takers) {
        await taker.add(part)
        await nextTurn()
      }
  }

  const readFor = (serviceId: string, waiters: readonly Waiter[]) =>
    read((target) =>
      readConsistently(target, async (snapshot) => {
        const begun = waiters.map(({ begin }) => begin())
        await readRows(
          snapshot,
          serviceId,
          begun.map(({ taker }) => taker),
        )
        // Those who need no more do not wait for those who do.
        for (const { taker, done } of begun) if (!taker.end) done()
        for (const { taker, done } of begun) {
          await taker.end?.(snapshot)
          done()
        }
      }),
    ).catch((error) => {
      for (const { reject } of waiters) reject(error)
    })

  const gather = (serviceId: string, waiter: Waiter): void => {
    const others = gatherings.get(serviceId)
    if (others) {
      others.push(waiter)
      return
    }
    const waiters = [waiter]
    gatherings.set(serviceId, waiters)
    void sleep(gatherMs).then(() =>
      inTurn(() => {
        gatherings.delete(serviceId)
        return readFor(serviceId, waiters)
      }),
    )
  }

  return {
    /** How many rows a service has. Those who ask while they are counted get the same count, and read together next. */
    count(serviceId: string): Promise<number> {
      const counting = counts.get(serviceId) ?? countServiceRows(db, serviceId).finally(() => counts.delete(serviceId))
      counts.set(serviceId, counting)
      return counting
    },

    /** Hands all rows of a service to a taker: at once, or together with others that want them at about the same time. */
    rows<T>(serviceId: string, take: () => RowTaker<T>, isAtOnce: boolean): Promise<T> {
      return new Promise((resolve, reject) => {
        const begin = () => {
          const taker = take()
          return { taker, done: () => resolve(taker.data) }
        }
        if (isAtOnce) void readFor(serviceId, [{ begin, reject }])
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
