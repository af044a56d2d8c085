import { sql } from 'kysely'
import type pg from 'pg'

const MARK = '/* kept */'
/** Kept statements of one process; every connection holds those that it ran. */
const MOST = 300

/**
 * Written into a statement that is run again and again and finds its rows by their keys: each connection plans it once.
 * Planning takes longer than running it. Not for lists, whose best plan depends on what is asked for; and such a
 * statement names its columns, since a plan for `*` fails when a migration adds one.
 */
export const kept = sql`/* kept */`

const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known || names.size >= MOST || !text.includes(MARK)) return known
  const name = `kept_${names.size}`
  names.set(text, name)
  return name
}

type Query = (...asked: unknown[]) => unknown

/** Gives kept statements the name by which PostgreSQL knows them again. */
export const keepPlans = (client: pg.ClientBase): void => {
  const query = client.query.bind(client) as Query
  const naming: Query = (text, values, ...more) => {
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    return name ? query({ name, text, values }, ...more) : query(text, values, ...more)
  }
  Object.assign(client, { query: naming })
}
