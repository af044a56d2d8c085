import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { APPLICATION_NAME, type Connection, type Db } from '../../platform/db/database.ts'
import { ArchiveProblem } from './format.ts'

/**
 * A restore needs the database for itself. The restoring process holds this advisory lock, which ends with its
 * connection. Every server checks the lock each second. While the lock is held, servers close their connections and
 * reply 503; afterwards they start again.
 */
const RESTORE_LOCK = 7_000_002
const LOOK_MS = 1_000
/** Longer than a stopping server waits for running requests (`start/listen.ts`). */
const OTHERS_LEAVE_MS = 60_000

const isHeldSql = `select exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${RESTORE_LOCK}
  and granted and database = (select oid from pg_database where datname = current_database())) as held`

/** Calls `onRestore` once, when another server begins a restore. */
export function watchForRestore(db: Db, onRestore: () => void) {
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    try {
      const { rows } = await sql.raw<{ held: boolean }>(isHeldSql).execute(db)
      if (rows[0]?.held && timer) {
        clearInterval(timer)
        timer = undefined
        onRestore()
      }
    } catch {
      // An unreachable database is reported by other code.
    } finally {
      isLooking = false
    }
  }
  return {
    onListen: () => {
      timer = setInterval(() => void look(), LOOK_MS).unref()
    },
    onClosing: () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}

/** Resolves when no restore is running. Also resolves if the database is unreachable, which the start then reports. */
export async function whenRestored(connection: Connection): Promise<void> {
  const client = await connect(connection)
  try {
    while ((await client.query<{ held: boolean }>(isHeldSql)).rows[0]?.held) await pause(LOOK_MS)
  } catch {
  } finally {
    await client.end().catch(() => {})
  }
}

/** Runs `work` after all servers have left the database. Throws if a server stays or another restore is running. */
export async function withDatabaseToItself<Result>(
  connection: Connection,
  work: () => Promise<Result>,
  { patienceMs = OTHERS_LEAVE_MS }: { patienceMs?: number } = {},
): Promise<Result> {
  const client = await connect(connection)
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(${RESTORE_LOCK}) as mine`)
    if (!rows[0].mine) throw new ArchiveProblem('Another backup is being restored')
    await waitForOthers(client, patienceMs)
    return await work()
  } finally {
    await client.end().catch(() => {})
  }
}

async function waitForOthers(client: pg.Client, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const { rows } = await client.query(
      `select exists (select from pg_stat_activity
         where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()) as is_used`,
      [APPLICATION_NAME],
    )
    if (!rows[0].is_used) return
    if (performance.now() > deadline)
      throw new ArchiveProblem('Another server is still using this database. Stop it, then restore again.')
    await pause(LOOK_MS / 4)
  }
}

async function connect(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'cohesion restore' })
  client.on('error', () => {})
  await client.connect()
  return client
}
