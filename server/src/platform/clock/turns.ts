import type { Db } from '../db/database.ts'

/** After a longer transaction, the next transaction of the same service has half as many rows, otherwise twice as many. */
const SLOW_MS = 250
/**
 * Maximum number of concurrent transactions of one service on one pool, so that a service whose jobs are slow leaves
 * connections to others.
 */
const MOST_RUNNING = 2

type Row = { id: string; serviceId: string | null }
/**
 * `first`: rows in the first transaction of a service in each run, because cheap rows of an earlier run say nothing about the
 * next ones.
 */
type Limits = { atOnce: number; first: number; budgetMs: number }

/** Running transactions of each pool, by service. */
const running = new WeakMap<Db, Map<string, number>>()
const runningOn = (db: Db): Map<string, number> => {
  const counts = running.get(db) ?? new Map<string, number>()
  running.set(db, counts)
  return counts
}

const keyOf = ({ serviceId }: Row): string => serviceId ?? ''

/** Rows that stay due after they were processed must not keep the rows behind them from their turn. */
const after = (rows: readonly Row[], lastId: string | undefined): Row[] => {
  const next = rows.findIndex(({ id }) => id === lastId) + 1
  return [...rows.slice(next), ...rows.slice(0, next)]
}

/**
 * Lets services take turns in the runs of one job. A run begins with the service after the last one of the previous run,
 * and a service with the row after its last one. Remembers services of which few rows fit into one transaction.
 */
export const openTurns = () => {
  let last = ''
  let isUnfinished = false
  /** The next transaction of each service. */
  const next = new Map<string, { size: number; lastId: string | undefined }>()

  const inTurn = (rows: readonly Row[]): [string, Row[]][] => {
    const services = [...Map.groupBy(rows, keyOf)].sort(([one], [other]) => (one < other ? -1 : 1))
    const first = services.findIndex(([service]) => service > last)
    return first > 0 ? [...services.slice(first), ...services.slice(0, first)] : services
  }

  const begin = (rows: readonly Row[], first: number): [string, Row[]][] =>
    inTurn(rows).map(([service, waiting]) => {
      const { size, lastId } = next.get(service) ?? { size: first, lastId: undefined }
      next.set(service, { size: Math.min(size, first), lastId })
      return [service, after(waiting, lastId)]
    })

  const take = async (
    db: Db,
    rows: readonly Row[],
    { atOnce, first, budgetMs }: Limits,
    run: (part: Row[]) => Promise<boolean>,
  ): Promise<void> => {
    const counts = runningOn(db)
    const queue = begin(rows, first)
    const endsAtMs = performance.now() + budgetMs
    let isOver = false
    isUnfinished = false
    for (let turn = queue.shift(); turn; turn = queue.shift()) {
      const [service, waiting] = turn
      const count = counts.get(service) ?? 0
      if (isOver || (service !== '' && count >= MOST_RUNNING)) {
        isUnfinished = true
        continue
      }
      const before = next.get(service)
      const size = Math.min(before?.size ?? first, atOnce)
      const part = waiting.slice(0, size)
      const beganAtMs = performance.now()
      counts.set(service, count + 1)
      last = service
      try {
        const isDone = await run(part)
        const isSlow = performance.now() - beganAtMs > SLOW_MS
        const isTried = isDone || part.length === 1
        const nextSize = isDone ? (isSlow ? Math.floor(size / 2) : size * 2) : 1
        next.set(service, { size: Math.max(1, nextSize), lastId: isTried ? part.at(-1)?.id : before?.lastId })
        const left = isTried ? waiting.slice(part.length) : waiting
        if (left.length > 0) queue.push([service, left])
        isOver = performance.now() > endsAtMs
      } finally {
        const others = (counts.get(service) ?? 1) - 1
        if (others > 0) counts.set(service, others)
        else counts.delete(service)
      }
    }
  }

  return { take, isUnfinished: () => isUnfinished }
}

export type Turns = ReturnType<typeof openTurns>
