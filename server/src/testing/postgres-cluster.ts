import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { databaseBinaries } from '../platform/db/embedded-binaries.ts'
import { cohesion, ensureCluster } from '../platform/db/embedded-cluster.ts'
import { prepareDataFolder } from '../platform/db/embedded-folder.ts'
import { endPostgres, type PostgresProcess, signal, spawnPostgres } from '../platform/db/embedded-process.ts'
import { databaseUser } from '../platform/db/embedded-user.ts'
import { freePort } from './free-port.ts'

export type PostgresCluster = {
  folder: string
  port: number
  url: string
  query<Row extends pg.QueryResultRow>(text: string, database?: string): Promise<Row[]>
  kill(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
  openStandby(folder: string, settings?: Record<string, string>): Promise<PostgresCluster>
}

const READY_POLL_MS = 20

const runCluster = async (root: string, folder: string, settings: Record<string, string>): Promise<PostgresCluster> => {
  const cluster = join(folder, 'postgres')
  const user = databaseUser(cluster)
  const binaries = await databaseBinaries(root, user)
  const port = await freePort()
  const connection = { host: '127.0.0.1', port, user: cohesion }
  let postgres: PostgresProcess | undefined

  const query: PostgresCluster['query'] = async (text, database = cohesion) => {
    const client = new pg.Client({ ...connection, database })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const start = async () => {
    const log = join(folder, 'postgres.log')
    const started = spawnPostgres(binaries, cluster, user, log, {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      timezone: 'UTC',
      ...settings,
    })
    postgres = started
    let hasEnded = false
    void started.ended.then(() => {
      hasEnded = true
    })
    for (;;) {
      if (hasEnded) throw new Error(`PostgreSQL did not start: ${started.said().slice(-1_000)}`)
      const isReady = await query('select 1', 'postgres').catch(() => undefined)
      if (isReady) return
      await pause(READY_POLL_MS)
    }
  }
  await start()

  return {
    folder,
    port,
    url: `postgres://${cohesion}@127.0.0.1:${port}/${cohesion}`,
    query,
    start,
    kill: async () => {
      if (postgres) signal(postgres.pid, 'SIGQUIT')
      await postgres?.ended
    },
    stop: async () => {
      if (postgres) await endPostgres(postgres)
    },
    openStandby: async (standbyFolder, standbySettings = {}) => {
      await copyRunning(cluster, connection, standbyFolder)
      return runCluster(root, standbyFolder, { ...settings, ...standbySettings })
    },
  }
}

/** A base backup in place of `pg_basebackup`, which the binaries lack. */
const copyRunning = async (
  cluster: string,
  connection: { host: string; port: number; user: string },
  folder: string,
) => {
  const copy = join(folder, 'postgres')
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    execFileSync('cp', ['-a', cluster, copy])
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    rmSync(join(copy, 'pg_wal'), { recursive: true })
    execFileSync('cp', ['-a', join(cluster, 'pg_wal'), join(copy, 'pg_wal')])
    writeFileSync(join(copy, 'backup_label'), rows[0].labelfile)
    writeFileSync(join(copy, 'standby.signal'), '')
    const { host, port, user } = connection
    const conninfo = `host=${host} port=${port} user=${user} application_name=standby`
    appendFileSync(join(copy, 'postgresql.auto.conf'), `\nprimary_conninfo = '${conninfo}'\n`)
    rmSync(join(copy, 'postmaster.pid'))
  } finally {
    await client.end()
  }
  const owner = databaseUser(copy)
  if (owner) for (const name of ['backup_label', 'standby.signal']) chownSync(join(copy, name), owner.uid, owner.gid)
}

/** An empty cluster with the database `cohesion`. The caller removes `folder`, which may also hold standbys. */
export const openCluster = async (folder: string, settings: Record<string, string> = {}): Promise<PostgresCluster> => {
  prepareDataFolder(folder)
  const home = join(folder, 'primary')
  prepareDataFolder(home)
  const cluster = join(home, 'postgres')
  const user = databaseUser(cluster)
  await ensureCluster(cluster, await databaseBinaries(folder, user), user, false)
  const primary = await runCluster(folder, home, settings)
  await primary.query(`create database ${cohesion}`, 'postgres')
  return primary
}
