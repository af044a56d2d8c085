import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Binaries } from './embedded-binaries.ts'
import { databaseEnvironment, identityOf } from './embedded-cluster.ts'
import type { DatabaseUser } from './embedded-user.ts'
import { StartProblem } from './start-problem.ts'

export type Postmaster = { pid: number; socketFolder: string }

const logLimitInBytes = 10_000_000

export type PostgresProcess = {
  pid: number
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>
  said(): string
}

/**
 * Starts PostgreSQL in a process group of its own, so that Ctrl-C reaches only the server, which then stops PostgreSQL.
 */
export function spawnPostgres(
  { folder }: Binaries,
  cluster: string,
  user: DatabaseUser,
  logFile: string,
  settings: Record<string, string>,
): PostgresProcess {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > logLimitInBytes) rmSync(logFile)
  const log = openSync(logFile, 'a', 0o600)
  const offset = statSync(logFile).size
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(folder, 'bin/postgres'), ['-D', cluster, ...options], {
    ...identityOf(user),
    cwd: folder,
    env: databaseEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return {
    pid: child.pid ?? 0,
    ended: endOf(child),
    said: () => readFileSync(logFile).subarray(offset).toString(),
  }
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}

export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, socketFolder: lines[4]?.trim() ?? '' } : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether the process of a pid file is the server of this cluster. After a power cut the file is still there and its
 * number may belong to another process; on Linux the process must have the cluster as its working directory.
 */
export function isRunningIn(cluster: string, { pid }: Postmaster): boolean {
  if (!isAlive(pid)) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch (error) {
    return codeOf(error) !== 'ENOENT' || !existsSync('/proc/self')
  }
}

/**
 * Deletes a pid file whose process is not this database, because PostgreSQL would mistake any live process for a running
 * server. Another start may have replaced the file since it was read, so its pid must be the same.
 */
export function removeMisleadingPidFile(cluster: string, { pid }: Postmaster): void {
  if (isAlive(pid) && readPostmaster(cluster)?.pid === pid) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

const STOP_MS = 60_000

/** PostgreSQL's fast shutdown: running statements are cut off, everything committed is kept. */
export async function stopPostmaster(cluster: string, postmaster: Postmaster): Promise<void> {
  const isGone = () => readPostmaster(cluster)?.pid !== postmaster.pid || !isRunningIn(cluster, postmaster)
  const deadline = Date.now() + STOP_MS
  signal(postmaster.pid, 'SIGINT')
  while (!isGone()) {
    if (Date.now() > deadline) throw new StartProblem(`PostgreSQL (process ${postmaster.pid}) does not stop`)
    await pause(10)
  }
}

export async function endPostgres({ pid, ended }: PostgresProcess): Promise<void> {
  signal(pid, 'SIGINT')
  const hurry = setTimeout(() => signal(pid, 'SIGQUIT'), STOP_MS)
  await ended
  clearTimeout(hurry)
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
