import { type JobName, jobNames, type Status, type StatusNow } from '#contract'
import { unreachedEscalations } from '../alarms/escalation/queries.ts'
import { type BackupState, readBackupState } from '../operations/backup/state.ts'
import { readJobs } from '../operations/status/queries.ts'
import { titlesOf } from '../people/service/queries.ts'
import { readClocks } from '../platform/clock/heartbeat.ts'
import { quarantinedRows } from '../platform/clock/quarantine.ts'
import { databaseTime } from '../platform/db/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Replicas } from '../platform/db/replica/replicas.ts'
import { checks, examine, thisMachine } from '../start/doctor/doctor.ts'
import type { openBackups } from './backups.ts'
import type { LivePart } from './live.ts'
import { readQueues } from './metrics.ts'
import type { Base } from './part.ts'

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

const MOST_TROUBLES = 100

const troublesOf = async (db: Db): Promise<Pick<Status, 'clocks' | 'quarantine' | 'unreachedAlarms'>> => {
  const clocks = await readClocks(db, databaseTime())
  const rows = await quarantinedRows(db, MOST_TROUBLES)
  const unreached = await unreachedEscalations(db, MOST_TROUBLES)
  const ids = [...rows, ...unreached].flatMap(({ serviceId }) => (serviceId === null ? [] : [serviceId]))
  const titles = await titlesOf(db, ids)
  return {
    clocks: clocks.map(({ tickedAt, ...clock }) => ({ ...clock, tickedAt: tickedAt.toISOString() })),
    quarantine: rows.map(({ serviceId, firstAt, lastAt, ...row }) => ({
      ...row,
      service: titles.get(serviceId ?? '') ?? null,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    unreachedAlarms: unreached.map(({ id, ruleName, serviceId, beganAt }) => ({
      _id: id,
      rule: ruleName,
      service: titles.get(serviceId) ?? '',
      beganAt: beganAt.toISOString(),
    })),
  }
}

export const watcher =
  (
    { config, database: { pool } }: Base,
    { live, replicas, backups }: { live: LivePart; replicas: Replicas; backups: ReturnType<typeof openBackups> },
  ) =>
  async (db: Db): Promise<Omit<Status, 'since' | 'hours' | 'routes' | 'errors' | 'services'>> => {
    const { outboxSeconds, deliveries } = await readQueues(db)
    const now: StatusNow = {
      streams: live.streams.streamCount,
      connections: pool.totalCount,
      idleConnections: pool.idleCount,
      waitingRequests: pool.waitingCount,
      outboxLagSeconds: outboxSeconds,
      deliveries: deliveries.map(({ channel, waiting, lagSeconds }) => ({ channel, waiting, lagSeconds })),
      replicas: replicas.states().map(({ name, trouble, lagSeconds }) => ({
        name,
        isInUse: !trouble,
        lagSeconds: lagSeconds ?? null,
      })),
      freeDiskBytes: (await thisMachine.freeBytes(config.dataFolder)) ?? null,
      memoryBytes: process.memoryUsage.rss(),
    }
    const state = await readBackupState(db, backups.openPlace)
    const backup = { isTooOld: state.isTooOld, lastGoodAt: state.lastGood?.toISOString() ?? null }
    return { now, backup, jobs: await jobsOf(db, state), ...(await troublesOf(db)) }
  }

/** Runs the checks of `npm run doctor` in the server. In offline mode no other host is contacted. */
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
    // In offline mode `isServing` is false, so the check would mistake this server for another program on the port.
    return { checks: checks.length, faults: faults.filter(({ name }) => name !== 'port taken') }
  }
