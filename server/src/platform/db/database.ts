import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from './schema/index.ts'
import { breakWhenSilent } from './silence.ts'

export type Connection = { host: string; user: string; database: string } | { connectionString: string }

export type Db = Kysely<Database> | Transaction<Database>

export type OpenDatabase = { db: Kysely<Database>; pool: pg.Pool; connection: Connection; close(): Promise<void> }

export type PoolOptions = {
  max?: number
  /** Maximum time that a query waits for a free or new connection. After that it fails. */
  acquireTimeoutMs?: number
  /** PostgreSQL cancels a statement that takes longer. `liftStatementTimeout` exempts a transaction. */
  statementTimeoutMs?: number | undefined
  /** A statement that waits longer for a lock fails. */
  lockTimeoutMs?: number | undefined
  /** A connection is closed if a statement gets no response for this long. */
  silenceMs?: number | undefined
  /** Called when an idle connection breaks; the pool replaces it. */
  onError?: (error: Error) => void
}

export function openDatabase(connection: Connection, options: PoolOptions = {}): OpenDatabase {
  const pool = openPool(connection, options)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: plugins() })
  const close = async () => {
    await db.destroy()
    // Kysely ends a pool only if it has used it itself.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, connection, close }
}

// Keys inside a jsonb value are data, so they are not converted to camel case.
const plugins = () => [new CamelCasePlugin({ maintainNestedObjectKeys: true })]

export function queriesOver(client: pg.Client): Kysely<Database> {
  const only = Object.assign(client, { release: () => {} })
  const pool = { options: {}, connect: async () => only, end: async () => {} }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: plugins() })
}

/**
 * Timeouts of the pool that serves requests. `silenceMs` breaks the connection, so it exceeds the statement timeout,
 * which only cancels the statement, and the duration of statements that are exempt from the timeout.
 */
export const requestTimeouts = { statementTimeoutMs: 30_000, silenceMs: 120_000 } satisfies PoolOptions

/**
 * Timeouts of the pool for alarms. All services share its few connections, so no statement may hold one of them for
 * long.
 */
export const alarmTimeouts = {
  statementTimeoutMs: 2_000,
  lockTimeoutMs: 1_000,
  silenceMs: 120_000,
} satisfies PoolOptions

/** A restore recognises the connections of a server by this name. */
export const APPLICATION_NAME = 'cohesion'

export function openPool(
  connection: Connection,
  { max = 10, acquireTimeoutMs = 10_000, statementTimeoutMs, lockTimeoutMs, silenceMs, onError }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    types: readNumbers(),
    connectionTimeoutMillis: acquireTimeoutMs,
    application_name: APPLICATION_NAME,
    ...(statementTimeoutMs && { statement_timeout: statementTimeoutMs }),
    ...(lockTimeoutMs && { lock_timeout: lockTimeoutMs }),
  })
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', (error) => onError?.(error))
  // A connection that breaks between two statements must not end the process either; its next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (silenceMs) pool.on('connect', (client) => breakWhenSilent(client, silenceMs))
  return pool
}

/** Reads int8 and numeric as numbers: counts, positions and nonces stay far below 2^53. */
function readNumbers(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  return types
}
