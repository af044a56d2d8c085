import pg from 'pg'
import { cohesion } from './embedded-cluster.ts'

/** Any number, the same in every version: it says "a server uses this data folder". */
const lockKey = 7_000_001

export type Lock = {
  client: pg.Client
  /** Resolves when its connection is gone, and the lock with it. */
  ended: Promise<void>
  release(): Promise<void>
}

export const socketConnection = (host: string, database: string) =>
  // Written out, so that no PG… variable of the environment gets a say.
  ({ host, port: 5432, user: cohesion, database, password: '', ssl: false as const })

/**
 * One server per data folder: the lock belongs to a connection that is used for nothing else, so the kernel frees it
 * however this process ends. 'silent': nobody answers on that socket, or not yet.
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
