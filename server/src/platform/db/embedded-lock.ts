import pg from 'pg'
import { cohesion } from './embedded-cluster.ts'

/** Arbitrary, but the same in every version: names the lock of a data folder. */
const lockKey = 7_000_001

export type Lock = {
  client: pg.Client
  /** Resolves when the connection, and the lock with it, is gone. */
  ended: Promise<void>
  release(): Promise<void>
}

export const socketConnection = (host: string, database: string) =>
  // Every parameter is given, so that no PG… environment variable takes effect.
  ({ host, port: 5432, user: cohesion, database, password: '', ssl: false as const })

/**
 * Takes the lock of a data folder on a connection of its own, so that the kernel releases it however this process ends.
 * 'silent': no PostgreSQL answers on that socket yet.
 */
export async function takeLock(socketFolder: string): Promise<Lock | 'taken' | 'silent'> {
  const client = new pg.Client({ ...socketConnection(socketFolder, 'postgres'), application_name: 'cohesion lock' })
  // The connection breaks when the database stops; `ended` then resolves.
  client.on('error', () => {})
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  try {
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_mine', [lockKey])
    if (rows[0].is_mine) return { client, ended, release: () => client.end() }
    await client.end()
    return 'taken'
  } catch {
    await client.end().catch(() => {})
    return 'silent'
  }
}
