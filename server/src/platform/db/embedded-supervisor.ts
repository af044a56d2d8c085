import { setTimeout as pause } from 'node:timers/promises'
import { type Lock, takeLock } from './embedded-lock.ts'
import { endPostgres, type PostgresProcess } from './embedded-process.ts'
import { StartProblem } from './start-problem.ts'

/** A running PostgreSQL, and the lock that makes this process its only user. */
export type Instance = { postgres: PostgresProcess; lock: Lock }

/** Another server holds the data folder. Waiting does not help. */
export class FolderInUse extends StartProblem {}

export type SupervisorOptions = {
  socketFolder: string
  start: () => Promise<Instance>
  /** Called when another server has taken the data folder; PostgreSQL is not restarted then. */
  onLost?: (() => void) | undefined
  report?: ((sentence: string) => void) | undefined
}

const BACKOFF_MS = { first: 100, most: 10_000 }
/** A database that ran for this long has recovered. If it dies earlier, the pause before the restart grows. */
const STEADY_MS = 60_000
const RETAKE_MS = 50

/**
 * Restarts PostgreSQL when it dies, at once and then with growing pauses. The old lock is released first, because it
 * would look like another server's.
 */
export function supervise(first: Instance, { socketFolder, start, onLost, report }: SupervisorOptions) {
  let current: Instance | undefined = first
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted

  /** PostgreSQL closes every connection when one of its processes crashes, so the lock must be taken again. */
  async function holdLock(instance: Instance): Promise<'ended' | 'taken'> {
    let hasEnded = false
    const ended = instance.postgres.ended.then(() => {
      hasEnded = true
    })
    while (!hasEnded && !isStopping()) {
      await Promise.race([ended, instance.lock.ended])
      for (; !hasEnded && !isStopping(); await pause(RETAKE_MS)) {
        const lock = await takeLock(socketFolder)
        if (lock === 'taken') return 'taken'
        if (lock === 'silent') continue
        instance.lock = lock
        break
      }
    }
    return 'ended'
  }

  async function startAgain(delayMs: number): Promise<Instance | undefined> {
    for (let nextMs = delayMs; !isStopping(); nextMs = nextBackoff(nextMs)) {
      await pause(nextMs, undefined, stopping).catch(() => {})
      if (isStopping()) return undefined
      try {
        return await start()
      } catch (error) {
        if (error instanceof FolderInUse) throw error
        report?.(`The database could not be started again: ${(error as Error).message}`)
      }
    }
    return undefined
  }

  async function run(): Promise<void> {
    let delayMs = 0
    while (current) {
      const startedAt = performance.now()
      if ((await holdLock(current)) === 'taken') return onLost?.()
      if (isStopping()) return
      current = undefined
      report?.('The database has stopped and is started again')
      delayMs = performance.now() - startedAt > STEADY_MS ? 0 : delayMs
      current = await startAgain(delayMs)
      delayMs = nextBackoff(delayMs)
      if (current && !isStopping()) report?.('The database runs again')
    }
  }

  const ran = run().catch(() => onLost?.())

  return {
    async stop(): Promise<void> {
      stopping.abort()
      const release = current?.lock.release().catch(() => {})
      await release
      if (current) await endPostgres(current.postgres)
      await ran
      // A restart that was under way may have set `current` meanwhile.
      if (current) await endPostgres(current.postgres)
    },
  }
}

const nextBackoff = (ms: number): number => Math.min(Math.max(ms * 2, BACKOFF_MS.first), BACKOFF_MS.most)
