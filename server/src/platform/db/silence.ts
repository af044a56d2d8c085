import type pg from 'pg'

type Query = (...statement: unknown[]) => unknown
const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise

/**
 * Breaks a connection whose statement got no answer within `silenceMs`, because a frozen database enforces no timeout.
 * The statement fails as on a lost connection, and the pool opens another one.
 */
export const breakWhenSilent = (client: pg.Client, silenceMs: number): void => {
  const send = client.query.bind(client) as Query
  const query: Query = (...statement) => {
    const answer = send(...statement)
    if (!isPromise(answer)) return answer
    const { stream } = client.connection
    const timer = setTimeout(
      () => stream.destroy(new Error(`Connection terminated: no answer within ${silenceMs} ms`)),
      silenceMs,
    ).unref()
    const clear = () => clearTimeout(timer)
    answer.then(clear, clear)
    return answer
  }
  Object.assign(client, { query })
}
