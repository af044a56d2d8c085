import { sql } from 'kysely'
import { countUnreached } from '../alarms/escalation/queries.ts'
import type { MemoryState } from '../memory/services.ts'
import { readBackupState } from '../operations/backup/state.ts'
import type { JobState } from '../platform/clock/clock.ts'
import { countQuarantined } from '../platform/clock/quarantine.ts'
import { databaseMs } from '../platform/db/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { ReplicaState } from '../platform/db/replica/replica.ts'
import type { Replicas } from '../platform/db/replica/replicas.ts'
import { type QueueLength, queueLengths } from '../platform/delivery/queue.ts'
import type { Reading } from '../platform/http/metrics.ts'
import type { openBackups } from './backups.ts'
import type { openDueWork } from './due-work.ts'
import type { openEngines } from './engines.ts'
import type { LivePart } from './live.ts'
import type { Base } from './part.ts'
import type { openSensorPart } from './sensors.ts'

type Parts = {
  live: LivePart
  engines: ReturnType<typeof openEngines>
  sensors: ReturnType<typeof openSensorPart>
  dueWork: ReturnType<typeof openDueWork>
  replicas: Replicas
  backups: ReturnType<typeof openBackups>
}

type Queues = {
  outboxSeconds: number
  deliveries: QueueLength[]
  quarantined: Map<string, number>
  unreached: number
}

/** Gauges read from the database share the result of one query for this long. */
const QUEUES_MS = 1000
/** The backup location may be remote, so its state is cached longer. */
const BACKUPS_MS = 60_000

const remembered = <Result>(forMs: number, read: () => Promise<Result>) => {
  let last: Promise<Result> | undefined
  let readAtMs = Number.NEGATIVE_INFINITY
  return (): Promise<Result> => {
    if (!last || performance.now() - readAtMs > forMs) {
      readAtMs = performance.now()
      last = read()
    }
    return last
  }
}

export const readQueues = async (db: Db): Promise<Queues> => {
  const { rows } = await sql<{ outboxSeconds: number }>`select
    coalesce((select extract(epoch from now() - min(created_at)) from outbox where position is null), 0)::float8
      as outbox_seconds`.execute(db)
  return {
    outboxSeconds: rows[0]?.outboxSeconds ?? 0,
    deliveries: await queueLengths(db),
    quarantined: await countQuarantined(db),
    unreached: await countUnreached(db),
  }
}

export const readingsOf = (
  { database: { db, pool } }: Base,
  { live, engines, sensors, dueWork, replicas, backups }: Parts,
): Reading[] => {
  const queues = remembered(QUEUES_MS, () => readQueues(db))
  const backupState = remembered(BACKUPS_MS, () => readBackupState(db, backups.openPlace))
  const byChannel = async (value: (length: QueueLength) => number) =>
    new Map((await queues()).deliveries.map((length) => [length.channel, value(length)]))
  const gauge = (name: string, help: string, value: Reading['read']): Reading => ({
    name: `cohesion_${name}`,
    help,
    read: value,
  })
  const jobGauge = (name: string, help: string, value: (state: JobState) => number): Reading => ({
    ...gauge(name, help, () => new Map(dueWork.state().jobs.map((state) => [state.name, value(state)]))),
    label: 'job',
  })
  const byReplica = (value: (state: ReplicaState) => number | undefined) => () =>
    new Map(
      replicas.states().flatMap((state) => {
        const number = value(state)
        return number === undefined ? [] : [[state.name, number] as const]
      }),
    )
  const replicaGauge = (name: string, help: string, value: (state: ReplicaState) => number | undefined): Reading => ({
    ...gauge(name, help, byReplica(value)),
    label: 'replica',
  })
  const memoryGauge = (name: string, help: string, value: (state: MemoryState) => number): Reading => ({
    ...gauge(name, help, () => new Map([['map', value(engines.memory.state())]])),
    label: 'engine',
  })
  return [
    replicaGauge('replica_in_use', 'Whether a replica of the database is read (1) or left out (0).', ({ trouble }) =>
      trouble ? 0 : 1,
    ),
    replicaGauge(
      'replica_lag_seconds',
      'How far a replica of the database is behind; absent while that is unknown.',
      ({ lagSeconds }) => lagSeconds,
    ),
    gauge(
      'clock_tick_age_seconds',
      'Time since the clock of this server last ticked.',
      () => dueWork.state().tickAgeSeconds,
    ),
    jobGauge('job_failing', 'Whether the last run of a job failed, or hangs (1).', ({ problem }) =>
      problem === null ? 0 : 1,
    ),
    jobGauge('job_rows', 'Rows that a job has processed since the start.', ({ rows }) => rows),
    {
      ...gauge(
        'quarantined_rows',
        'Rows that a job of any server could not process.',
        async () => (await queues()).quarantined,
      ),
      label: 'job',
    },
    gauge(
      'alarms_unreached',
      'Open escalations of which no message has been sent to anyone.',
      async () => (await queues()).unreached,
    ),
    gauge('pool_connections', 'Open connections to PostgreSQL.', () => pool.totalCount),
    gauge('pool_idle_connections', 'Open connections to PostgreSQL that do nothing.', () => pool.idleCount),
    gauge('pool_waiting_requests', 'Requests that wait for a connection to PostgreSQL.', () => pool.waitingCount),
    gauge('live_streams', 'Open live streams.', () => live.streams.streamCount),
    gauge(
      'outbox_lag_seconds',
      'Age of the oldest live message that is not delivered yet.',
      async () => (await queues()).outboxSeconds,
    ),
    gauge('deliveries_waiting', 'Deliveries that wait to be sent, by channel.', () =>
      byChannel(({ waiting }) => waiting),
    ),
    gauge('delivery_lag_seconds', 'How long the oldest due delivery has been waiting, by channel.', () =>
      byChannel(({ lagSeconds }) => lagSeconds),
    ),
    gauge('sensor_readings_accepted', 'Readings that this server has stored since it started.', () =>
      sensors.intake.acceptedCount(),
    ),
    gauge('sensor_readings_waiting', 'Readings that wait to be stored.', () => sensors.intake.waitingCount()),
    gauge('backup_age_seconds', 'Age of the last good backup; absent if there is none.', async () => {
      const { lastGood } = await backupState()
      return lastGood && (databaseMs() - lastGood.getTime()) / 1000
    }),
    gauge(
      'backup_failed',
      'Whether the last backup failed, or the place of the backups cannot be read (1).',
      async () => {
        const { setting, placeProblem } = await backupState()
        return setting.problem === null && placeProblem === null ? 0 : 1
      },
    ),
    gauge('memory_limit_bytes', 'Maximum size of services in memory.', () => engines.budget.limitBytes),
    memoryGauge('memory_services', 'Services in memory.', ({ services }) => services),
    memoryGauge('memory_rows', 'Events in memory.', ({ rows }) => rows),
    // The gauge's name in version 1.1; remove it in the next release.
    gauge('map_index_rows', 'Deprecated: use cohesion_memory_rows.', () => engines.memory.state().rows),
    memoryGauge('memory_bytes', 'Size of the services in memory.', ({ bytes }) => bytes),
    memoryGauge('memory_loads', 'Services loaded into memory since the start.', ({ loads }) => loads),
    memoryGauge('memory_given_up', 'Services evicted for others since the start.', ({ givenUp }) => givenUp),
  ]
}
