import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { noteGoodBackup } from '../operations/backup/queries.ts'
import { type Connection, type OpenDatabase, openDatabase, requestTimeouts } from '../platform/db/database.ts'
import { type EmbeddedOptions, startEmbedded } from '../platform/db/embedded.ts'
import { cohesion } from '../platform/db/embedded-cluster.ts'
import { prepareDataFolder } from '../platform/db/embedded-folder.ts'
import { socketConnection } from '../platform/db/embedded-lock.ts'
import { isRunningIn, readPostmaster } from '../platform/db/embedded-process.ts'
import { migrateToLatest, pendingUpgrade } from '../platform/db/migrate.ts'
import { migrations } from '../platform/db/migrations/list.ts'
import { StartProblem } from '../platform/db/start-problem.ts'
import { noteUpgradeStopped } from '../platform/db/upgrade-note.ts'
import type { Config } from './config.ts'
import { step } from './step.ts'
import { backUpBeforeUpgrade } from './upgrade.ts'
import { UpgradeProblem } from './upgrade-problem.ts'

export type StartedDatabase = OpenDatabase & {
  stop(): Promise<void>
  /** Closes the connections, runs the work, and reopens and migrates the database. */
  reopenAfter(work: () => Promise<void>): Promise<StartedDatabase>
}

/** Called when the embedded PostgreSQL stops, runs again, or belongs to another server. */
type EmbeddedWatch = Pick<EmbeddedOptions, 'onLost' | 'report'>

type StartOptions = EmbeddedWatch & {
  onUpgrade?: () => Promise<() => Promise<void>>
}

const closeInMs = 5_000

/**
 * Starts the embedded PostgreSQL or connects to DATABASE_URL, checks that it is new enough, and migrates it to the
 * schema of this version.
 */
export async function startDatabase(config: Config, options: StartOptions): Promise<StartedDatabase> {
  return openStarted(config, await step('database', () => connect(config, options)), options.onUpgrade)
}

async function openStarted(
  config: Config,
  connected: Awaited<ReturnType<typeof connect>>,
  onUpgrade?: StartOptions['onUpgrade'],
): Promise<StartedDatabase> {
  const { connection, stopEmbedded } = connected
  const database = openDatabase(connection, { ...requestTimeouts, max: config.databaseConnections })
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    // Connections to a dead database may never close; the database is stopped anyway.
    await Promise.race([database.close(), pause(closeInMs)])
  }
  const stop = async () => {
    await close()
    await stopEmbedded()
  }
  const reopenAfter = async (work: () => Promise<void>) => {
    await close()
    await work()
    return openStarted(config, connected)
  }
  try {
    if (config.databaseUrl) await refuseUnlessUsable(database)
    if ((await pendingUpgrade(database.db)).length > 0) await upgrade(config, connection, onUpgrade)
    else await step('schema', () => migrate(connection, undefined, (_, run) => run()))
    return { ...database, close, stop, reopenAfter }
  } catch (error) {
    await stop()
    throw error
  }
}

export type ReachedDatabase = { connection: Connection; stop(): Promise<void> }

/**
 * Connects without migrating: to DATABASE_URL, to the embedded database of the running server, or to the embedded
 * database after starting it.
 */
export async function reachDatabase(config: Config, watch: EmbeddedWatch): Promise<ReachedDatabase> {
  const running = config.databaseUrl ? undefined : runningDatabase(config)
  return running ? { connection: running, stop: async () => {} } : reachDatabaseAlone(config, watch)
}

export function runningDatabase({ dataFolder }: Config): Connection | undefined {
  const cluster = join(dataFolder, 'postgres')
  const postmaster = readPostmaster(cluster)
  if (!postmaster || !isRunningIn(cluster, postmaster)) return undefined
  return socketConnection(postmaster.socketFolder, cohesion)
}

/** Like `reachDatabase`, but throws if a server runs on the embedded database. */
export async function reachDatabaseAlone(config: Config, watch: EmbeddedWatch): Promise<ReachedDatabase> {
  const { connection, stopEmbedded } = await connect(config, watch)
  if (config.databaseUrl) {
    const database = openDatabase(connection, { max: 1 })
    await refuseUnlessUsable(database).finally(() => database.close())
  }
  return { connection, stop: stopEmbedded }
}

async function connect({ databaseUrl, dataFolder }: Config, watch: EmbeddedWatch) {
  if (databaseUrl) {
    prepareDataFolder(dataFolder)
    const connection: Connection = { connectionString: databaseUrl }
    return { connection, stopEmbedded: async () => {} }
  }
  const { connection, stop } = await startEmbedded(dataFolder, watch)
  return { connection, stopEmbedded: stop }
}

async function refuseUnlessUsable({ pool }: OpenDatabase): Promise<void> {
  const answer = await pool.query('show server_version').catch((error: Error) => {
    // The driver's message names host, user or database, never the password.
    throw new StartProblem(`DATABASE_URL does not point to a database: ${saidBy(error)}`)
  })
  refuseOldVersion(answer.rows[0].server_version)
}

export function refuseOldVersion(version: string): void {
  if (Number.parseInt(version, 10) >= 15) return
  throw new StartProblem(`DATABASE_URL points to PostgreSQL ${version}; 15 or newer is required`)
}

/** Prints each step, which may take minutes. */
async function upgrade(config: Config, connection: Connection, onUpgrade: StartOptions['onUpgrade']): Promise<void> {
  const finish = await onUpgrade?.()
  try {
    const backup = await backUpBeforeUpgrade(config, connection)
    await migrate(connection, backup, ({ name, number, count }, run) =>
      step(`schema ${number} of ${count}: ${name}`, run),
    )
    if (backup) await noteGoodBackup(connection, basename(backup))
  } finally {
    await finish?.()
  }
}

/** Migrates over a separate connection, which has no statement timeout. */
async function migrate(
  connection: Connection,
  backup: string | undefined,
  around: Parameters<typeof migrateToLatest>[2],
): Promise<void> {
  const { db, close } = openDatabase(connection, { max: 1 })
  try {
    await migrateToLatest(db, migrations, around)
    await noteUpgradeStopped(db, { isEnded: true })
  } catch (error) {
    // If the note fails too, report the original error. The next start then makes another backup.
    await noteUpgradeStopped(db, { isEnded: false }).catch(() => {})
    const wayBack = backup
      ? ` To go back, run "npm run upgrade -- --back" with this version, then start the version you had: the data as it ` +
        `was is in ${backup}.`
      : ''
    throw new UpgradeProblem(`The database could not be upgraded: ${saidBy(error as Error)}.${wayBack}`, {
      cause: error,
    })
  } finally {
    await close()
  }
}

/** Node wraps several failed connection attempts in one error without a message. */
function saidBy(error: Error): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  return String(first?.message ?? error).split('\n')[0] ?? ''
}
