import { rowsForReaders } from '../core/aoi/row.ts'
import * as sessions from '../people/session/queries.ts'
import { type LiveOptions, startLive } from '../platform/live/live.ts'
import type { Base } from './part.ts'

export type LivePart = Awaited<ReturnType<typeof openLive>>

export const openLive = async (
  { database: { db, connection }, log }: Base,
  hearing: Pick<LiveOptions, 'notices' | 'onListening'>,
) => {
  /** Extends these sessions, and announces members who come online. */
  const touch = async (sessionIds: string[]): Promise<void> => {
    await db.transaction().execute((transaction) => sessions.touch(transaction, sessionIds))
    streams.wake()
  }
  const streams = await startLive({
    connection,
    log,
    audienceOf: (sessionIds) => sessions.audienceOf(db, sessionIds),
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
