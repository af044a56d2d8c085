import { sql } from 'kysely'
import type pg from 'pg'

const MARK = '/* prepared */'
/** Prepared statements of one process; every connection holds those that it ran. */
const LIMIT = 300

/**
 * Marks a statement that runs again and again and finds its rows by their keys: each connection has PostgreSQL parse and
 * plan it once (a prepared statement), since planning takes longer than running it. Not for lists, whose best plan depends
 * on the values. Name the columns: a plan for `*` fails after a migration that adds one.
 */
export const prepared = sql`/* prepared */`

const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  const existing = names.get(text)
  if (existing || names.size >= LIMIT || !text.includes(MARK)) return existing
  const name = `prepared_${names.size}`
  names.set(text, name)
  return name
}

type Query = (...statement: unknown[]) => unknown

/** Makes a connection of the pool heed the mark: `pg` prepares a statement that has a name. */
export const enablePrepared = (client: pg.ClientBase): void => {
  const query = client.query.bind(client) as Query
  const withName: Query = (text, values, ...more) => {
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    return name ? query({ name, text, values }, ...more) : query(text, values, ...more)
  }
  Object.assign(client, { query: withName })
}
