import { existsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Binaries, databaseBinaries, removeOldBinaries } from './embedded-binaries.ts'
import { cohesion, ensureCluster } from './embedded-cluster.ts'
import { prepareDataFolder } from './embedded-folder.ts'
import { type Lock, socketConnection, takeLock } from './embedded-lock.ts'
import {
  endPostgres,
  isRunningIn,
  type PostgresProcess,
  readPostmaster,
  removeMisleadingPidFile,
  spawnPostgres,
  stopPostmaster,
} from './embedded-process.ts'
import { socketFolderFor } from './embedded-socket.ts'
import { FolderInUse, type Instance, supervise } from './embedded-supervisor.ts'
import { type DatabaseUser, databaseUser, refuseUnlessEnterable } from './embedded-user.ts'
import { StartProblem } from './start-problem.ts'

export type EmbeddedOptions = {
  /** False disables flushing to disk, for tests. */
  isDurable?: boolean
  packageFolder?: string
  settings?: Record<string, string>
  /** Called once when another server has taken the data folder. Not called when the database dies, which restarts it. */
  onLost?: () => void
  report?: (sentence: string) => void
}

export type Embedded = {
  connection: { host: string; port: number; user: string; database: string; password: string; ssl: false }
  stop(): Promise<void>
}

type Place = { dataFolder: string; cluster: string; binaries: Binaries; user: DatabaseUser; socketFolder: string }

/** Time for another start to release the folder, or for a database to recover. */
const patienceInMs = 60_000

export async function startEmbedded(dataFolder: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const isDurable = options.isDurable ?? true
  const cluster = join(dataFolder, 'postgres')
  prepareDataFolder(dataFolder)
  const user = databaseUser(cluster)
  refuseUnlessEnterable(dataFolder, user)
  const binaries = await databaseBinaries(dataFolder, user, options.packageFolder)
  await ensureCluster(cluster, binaries, user, isDurable)
  const place = { dataFolder, cluster, binaries, user, socketFolder: socketFolderFor(cluster, user) }

  const durability: Record<string, string> = isDurable
    ? {}
    : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const settings = { ...memorySettings(), ...durability, ...options.settings }
  const first = await startAlone(place, settings)
  try {
    await ensureDatabase(first.lock)
    removeOldBinaries(dataFolder, binaries)
  } catch (error) {
    await endPostgres(first.postgres)
    throw error
  }
  const { onLost, report } = options
  const { socketFolder } = place
  const { stop } = supervise(first, { socketFolder, start: () => startAlone(place, settings), onLost, report })
  let stopped: Promise<void> | undefined
  return {
    connection: socketConnection(socketFolder, cohesion),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

export function runningEmbedded(dataFolder: string): Embedded['connection'] | undefined {
  const cluster = join(dataFolder, 'postgres')
  const postmaster = readPostmaster(cluster)
  if (!postmaster?.socketFolder || !isRunningIn(cluster, postmaster)) return undefined
  return socketConnection(postmaster.socketFolder, cohesion)
}

async function startAlone(place: Place, settings: Record<string, string>): Promise<Instance> {
  const deadline = Date.now() + patienceInMs
  for (; ; await pause(20)) {
    const other = readPostmaster(place.cluster)
    if (other && !isRunningIn(place.cluster, other)) removeMisleadingPidFile(place.cluster, other)
    else if (other) {
      const lock = other.socketFolder ? await takeLock(other.socketFolder) : 'silent'
      if (lock === 'taken') throw alreadyUsed(place)
      // PostgreSQL runs but its lock is free, so the server that started it was killed.
      if (lock !== 'silent') await stopPostmaster(place.cluster, other)
      else if (Date.now() > deadline) throw silent(place, other.pid)
      continue
    }
    const postgres = spawnPostgres(place.binaries, place.cluster, place.user, logFileOf(place), {
      listen_addresses: '',
      unix_socket_directories: place.socketFolder,
      unix_socket_permissions: '0700',
      log_timezone: 'UTC',
      timezone: 'UTC',
      ...settings,
    })
    const lock = await lockWhenReady(postgres, place)
    if (lock === 'taken') {
      await endPostgres(postgres)
      throw alreadyUsed(place)
    }
    if (lock !== 'ended') return { lock, postgres }
    if (!mayWorkLater(postgres.said()) || Date.now() > deadline) throw startProblemOf(place, postgres)
  }
}

async function lockWhenReady(postgres: PostgresProcess, { socketFolder }: Place): Promise<Lock | 'taken' | 'ended'> {
  let hasEnded = false
  postgres.ended.then(() => {
    hasEnded = true
  })
  // Recovery after a power cut may take minutes. Wait while PostgreSQL is alive.
  for (; ; await pause(10)) {
    const lock = hasEnded ? 'ended' : await takeLock(socketFolder)
    if (lock !== 'silent') return lock
  }
}

/** Whether PostgreSQL failed because another start came first, or because a killed database is still ending. */
const mayWorkLater = (said: string) => /postmaster\.pid|\.lock"|still in use|fast shutdown/.test(said)

async function ensureDatabase({ client }: Lock): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [cohesion])
  if (!rowCount) await client.query(`create database ${cohesion}`)
}

const logFileOf = ({ dataFolder }: Place) => join(dataFolder, 'postgres.log')

const alreadyUsed = ({ dataFolder }: Place) =>
  new FolderInUse(`Another server is already running on the data folder ${dataFolder}`)

const silent = ({ dataFolder }: Place, pid: number) =>
  new StartProblem(`PostgreSQL (process ${pid}) uses the data folder ${dataFolder} and does not respond`)

function startProblemOf(place: Place, postgres: PostgresProcess): StartProblem {
  const fatal = postgres.said().match(/FATAL: {2}(.*)/)?.[1]
  const hint = fatal ?? (existsSync(place.binaries.folder) ? 'it cannot run on this system' : 'its binaries are gone')
  return new StartProblem(`PostgreSQL did not start: ${hint} (${logFileOf(place)})`)
}

const MEGABYTE = 2 ** 20
const LEAST = 128
const MOST = 1024

const availableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/**
 * `shared_buffers` is an eighth of the memory, because PostgreSQL's default of 128 MB holds a fifth of a million events.
 * `work_mem` is enough for exact bitmaps when two index scans are combined; smaller bitmaps are lossy.
 */
export const memorySettings = (available = availableMemory()): Record<string, string> => {
  const megabytes = Math.min(MOST, Math.max(LEAST, Math.floor(available / 8 / MEGABYTE)))
  return { shared_buffers: `${megabytes}MB`, work_mem: '16MB' }
}
