import { sql } from 'kysely'
import type pg from 'pg'

const HELD = '/* held */'
const LAST = '/* last */'

/**
 * Written into a statement whose outcome nobody needs to know before the next one: within a transaction it waits on this
 * side and goes out together with the next, which saves the way there and back. When it fails, the next one fails with
 * its error, and the transaction is lost as it would have been. Outside of a transaction it is sent at once.
 */
export const held = sql`/* held */`

/**
 * Written into the statement that reads the answer, when nothing follows it but the end of the transaction: the commit
 * goes along. If it fails, nothing of the transaction stays; once it was answered, there is no way back.
 */
export const last = sql`/* last */`

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
  /** The commit that went along with the last statement. */
  let committing: Sent | undefined

  const end = (text: string): Sent => {
    const [first] = waiting
    inTransaction = false
    if (committing) {
      const committed = committing
      committing = undefined
      return committed
    }
    if (first && isBegin(first[0]) && (waiting.length === 1 || text === 'rollback')) {
      waiting = []
      return done(text.toUpperCase())
    }
    if (text === 'rollback') waiting = []
    return sendWith([text])
  }

  const sendLast = (statement: Statement): Sent => {
    const { stream } = client.connection
    stream.cork()
    const answer = sendWith(statement)
    committing = send('commit')
    stream.uncork()
    // Whoever ends the transaction hears of it.
    committing.catch(() => undefined)
    return answer
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
    if (committing && !isEnd(text)) throw new Error('a statement came after the last one of its transaction')
    if (isBegin(text)) inTransaction = true
    else if (isEnd(text)) return end(text)
    else if (inTransaction && text.includes(LAST)) return sendLast([text, values])
    else if (!inTransaction || !text.includes(HELD))
      return waiting.length > 0 ? sendWith([text, values]) : send(...asked)
    waiting.push([text, values])
    return done('BEGIN')
  }
  Object.assign(client, { query })
}
