import { type JobName, jobNames, type Status, type StatusNow } from '#contract'
import { type BackupState, readBackupState } from '../operations/backup/state.ts'
import { readJobs } from '../operations/status/jobs.ts'
import type { Db } from '../platform/db/database.ts'
import type { Replicas } from '../platform/db/replica/replicas.ts'
import { checks, examine } from '../start/doctor/doctor.ts'
import { thisMachine } from '../start/doctor/this-machine.ts'
import type { openBackups } from './backups.ts'
import type { LivePart } from './live.ts'
import { readQueues } from './metrics.ts'
import type { Base } from './part.ts'

/** The jobs that run by themselves, on whichever server, and how the last run ended. */
const jobsOf = async (db: Db, { setting, placeProblem, lastGood }: BackupState): Promise<Status['jobs']> => {
  const noted = new Map((await readJobs(db)).map((job) => [job.name, job]))
  const ofTable = (name: JobName) => ({
    name,
    lastAt: noted.get(name)?.lastAt.toISOString() ?? null,
    problems: noted.get(name)?.problems ?? [],
  })
  const backup = {
    name: 'backup' as const,
    lastAt: lastGood?.toISOString() ?? null,
    problems: [...new Set([setting.problem, placeProblem])].filter((problem) => problem !== null),
  }
  return jobNames.map((name) => (name === 'backup' ? backup : ofTable(name)))
}

/** State of the running server for its status page. */
export const watcher =
  (
    { config, database: { pool } }: Base,
    { live, replicas, backups }: { live: LivePart; replicas: Replicas; backups: ReturnType<typeof openBackups> },
  ) =>
  async (db: Db): Promise<Pick<Status, 'now' | 'backup' | 'jobs'>> => {
    const { outboxSeconds, deliveries } = await readQueues(db)
    const now: StatusNow = {
      streams: live.streams.streamCount,
      connections: pool.totalCount,
      idleConnections: pool.idleCount,
      waitingRequests: pool.waitingCount,
      outboxLagSeconds: outboxSeconds,
      deliveries: deliveries.map(({ channel, waiting, lagSeconds }) => ({ channel, waiting, lagSeconds })),
      replicas: replicas.states().map(({ name, trouble, lagSeconds }) => ({
        ...{ name, isInUse: !trouble, lagSeconds: lagSeconds ?? null },
      })),
      freeDiskBytes: (await thisMachine.freeBytes(config.dataFolder)) ?? null,
      memoryBytes: process.memoryUsage.rss(),
    }
    const state = await readBackupState(db, backups.openPlace)
    const backup = { isTooOld: state.isTooOld, lastGoodAt: state.lastGood?.toISOString() ?? null }
    return { now, backup, jobs: await jobsOf(db, state) }
  }

/** `npm run doctor`, from inside. In offline mode other hosts are not asked. */
export const examiner =
  ({ config, database: { pool }, isOffline }: Base) =>
  async () => {
    const isSilent = await isOffline()
    const faults = await examine({
      config,
      pool,
      isServing: !isSilent,
      now: () => new Date(),
      fetch: isSilent ? async () => new Response() : fetch,
      machine: thisMachine,
    })
    // The port is ours; the check takes a server that does not serve for another program.
    return { checks: checks.length, faults: faults.filter(({ name }) => name !== 'port taken') }
  }
