import type { Db } from '../db/database.ts'

/** After a longer transaction, the next transaction of the same service has half as many rows. */
const SLOW_MS = 250
/**
 * Maximum number of concurrent transactions of one service on one pool, so that a service whose jobs are slow leaves
 * connections to others.
 */
const MOST_RUNNING = 2

type Row = { id: string; serviceId: string | null }
type Limits = { atOnce: number; budgetMs: number }

/** Running transactions of each pool, by service. */
const running = new WeakMap<Db, Map<string, number>>()
const runningOn = (db: Db): Map<string, number> => {
  const counts = running.get(db) ?? new Map<string, number>()
  running.set(db, counts)
  return counts
}

const keyOf = ({ serviceId }: Row): string => serviceId ?? ''

/**
 * Lets services take turns in the runs of one job. A run begins with the service after the last one of the previous run.
 * Remembers how many rows of a service fit into one transaction.
 */
export const openTurns = () => {
  let last = ''
  let isUnfinished = false
  /** Rows per transaction, for services that need fewer than `atOnce`. */
  const sizes = new Map<string, number>()

  const inTurn = (rows: readonly Row[]): [string, Row[]][] => {
    const services = [...Map.groupBy(rows, keyOf)].sort(([one], [other]) => (one < other ? -1 : 1))
    const next = services.findIndex(([service]) => service > last)
    return next > 0 ? [...services.slice(next), ...services.slice(0, next)] : services
  }

  const resize = (service: string, size: number, atOnce: number): void => {
    if (size >= atOnce) sizes.delete(service)
    else sizes.set(service, Math.max(1, size))
  }

  const take = async (
    db: Db,
    rows: readonly Row[],
    { atOnce, budgetMs }: Limits,
    run: (part: Row[]) => Promise<boolean>,
  ): Promise<void> => {
    const counts = runningOn(db)
    const queue = inTurn(rows)
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
      const size = Math.min(sizes.get(service) ?? atOnce, atOnce)
      const part = waiting.slice(0, size)
      const beganAtMs = performance.now()
      counts.set(service, count + 1)
      last = service
      try {
        const isDone = await run(part)
        const isSlow = performance.now() - beganAtMs > SLOW_MS
        resize(service, isDone ? (isSlow ? Math.floor(size / 2) : size * 2) : 1, atOnce)
        const left = isDone || part.length === 1 ? waiting.slice(part.length) : waiting
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
