import { sql } from 'kysely'
import type pg from 'pg'

const MARK = '/* deferred */'

/**
 * Marks a statement whose result is not used. In a transaction, the statement is held back and sent with the next one
 * or with the commit, in one round trip. The order stays as written. If the marked statement fails, the statement sent
 * with it fails with the same error, and the transaction is rolled back. The mark has no effect outside a transaction.
 */
export const deferred = sql`/* deferred */`

type Result = { command: string; rowCount: number; rows: unknown[] }
type Statement = [text: string, values?: unknown[]]

const isBegin = (text: string) => text === 'begin' || text.startsWith('start transaction')
const isEnd = (text: string) => text === 'commit' || text === 'rollback'
/** Result of a statement that was not sent; only its command is read. */
const notSent = (command: string): Promise<Result> => Promise.resolve({ command, rowCount: 0, rows: [] })

/**
 * Makes a connection of the pool support the mark. `begin` is deferred as well, so it costs no round trip, and a
 * transaction that ends before its first statement is never sent.
 */
export const enableDeferred = (client: pg.Client): void => {
  const send = client.query.bind(client) as (...statement: unknown[]) => Promise<Result>
  let waiting: Statement[] = []
  let inTransaction = false

  /** Sends everything in one write to the socket and resolves with the result of `statement`, which comes last. */
  const sendWithWaiting = async (statement: Statement): Promise<Result> => {
    const batch = [...waiting, statement]
    waiting = []
    const { stream } = client.connection
    stream.cork()
    const results = batch.map((one) => send(...one))
    stream.uncork()
    return (await Promise.all(results)).at(-1) as Result
  }

  const endTransaction = (text: string): Promise<Result> => {
    inTransaction = false
    const [first] = waiting
    const isBeginWaiting = first !== undefined && isBegin(first[0])
    const isEmpty = isBeginWaiting && waiting.length === 1
    if (text === 'rollback' || isEmpty) waiting = []
    // PostgreSQL has not received the `begin`, so there is no transaction to end.
    if (isEmpty || (isBeginWaiting && text === 'rollback')) return notSent(text.toUpperCase())
    return sendWithWaiting([text])
  }

  const query = (...statement: unknown[]): unknown => {
    const [text, values] = statement as Statement
    // Cursors and streams of the driver are never deferred.
    if (typeof text !== 'string') return send(...statement)
    if (isEnd(text)) return endTransaction(text)
    if (isBegin(text)) inTransaction = true
    else if (!inTransaction || !text.includes(MARK)) {
      return waiting.length > 0 ? sendWithWaiting([text, values]) : send(...statement)
    }
    waiting.push([text, values])
    return notSent('BEGIN')
  }
  Object.assign(client, { query })
}
