import { rowsForReaders } from '../core/aoi/row.ts'
import * as sessions from '../people/session/queries.ts'
import * as tokens from '../people/token/queries.ts'
import { type LiveOptions, startLive } from '../platform/live/live.ts'
import type { Base } from './part.ts'

export type LivePart = Awaited<ReturnType<typeof openLive>>

export const openLive = async (
  { database: { db, connection }, log }: Base,
  hearing: Pick<LiveOptions, 'notices' | 'onListening'>,
) => {
  /** Extends these sessions, announces members who come online, and records the use of API tokens. */
  const touch = async (sessionIds: string[]): Promise<void> => {
    await db.transaction().execute(async (transaction) => {
      await sessions.touch(transaction, sessionIds)
      await tokens.noteUse(transaction, sessionIds)
    })
    streams.wake()
  }
  const streams = await startLive({
    connection,
    log,
    audienceOf: async (ids) =>
      new Map([...(await sessions.audienceOf(db, ids)), ...(await tokens.audienceOf(db, ids))]),
    touch,
    rows: rowsForReaders(db),
    ...hearing,
  })
  return {
    streams,
    touch,
    wake: () => streams.wake(),
    onClosing: () => streams.closeAll(),
    stop: () => streams.stop(),
  }
}
