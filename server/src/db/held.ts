import { sql } from 'kysely'
import type pg from 'pg'

const MARK = '/* held */'

/**
 * Written into a statement whose outcome nobody needs to know before the next one: within a transaction it waits on this
 * side and goes out together with the next, which saves the way there and back. When it fails, the next one fails with
 * its error, and the transaction is lost as it would have been. Outside of a transaction it is sent at once.
 */
export const held = sql`/* held */`

type Sent = Promise<{ command: string; rowCount: number; rows: unknown[] }>
type Statement = [text: string, values?: unknown[]]

const isBegin = (text: string) => text === 'begin' || text.startsWith('start transaction')
const isEnd = (text: string) => text === 'commit' || text === 'rollback'
const done = (command: string): Sent => Promise.resolve({ command, rowCount: 0, rows: [] })

/** Holds back the beginning of transactions too: a transaction that is ended before its first statement never was. */
export const holdBack = (client: pg.Client): void => {
  const send = client.query.bind(client) as (...statement: unknown[]) => Sent
  let waiting: Statement[] = []
  let inTransaction = false

  const end = (text: string): Sent => {
    const [first] = waiting
    inTransaction = false
    if (first && isBegin(first[0]) && (waiting.length === 1 || text === 'rollback')) {
      waiting = []
      return done(text.toUpperCase())
    }
    if (text === 'rollback') waiting = []
    return sendWith([text])
  }

  const sendWith = (statement: Statement): Sent => {
    const together = [...waiting, statement]
    waiting = []
    const { stream } = client.connection
    stream.cork()
    const sent = together.map((one) => send(...one))
    stream.uncork()
    return Promise.all(sent).then((results) => results.at(-1) as Awaited<Sent>)
  }

  const query = (...asked: unknown[]): unknown => {
    const [text, values] = asked as Statement
    if (typeof text !== 'string') return send(...asked)
    if (isBegin(text)) inTransaction = true
    else if (isEnd(text)) return end(text)
    else if (!inTransaction || !text.includes(MARK))
      return waiting.length > 0 ? sendWith([text, values]) : send(...asked)
    waiting.push([text, values])
    return done('BEGIN')
  }
  Object.assign(client, { query })
}
