import type { Read } from '../db/replica/replicas.ts'
import type { TakeRequests } from '../http/rate-limit.ts'
import type { Door } from '../http/register.ts'
import * as sensors from '../sensor/queries.ts'
import * as sessions from '../session/queries.ts'
import type { Base } from './part.ts'

type Options = {
  read: Read
  takeRequests: TakeRequests
  presence: { noteSeen: (sessionId: string) => void }
  live: { position: number }
  wake: () => void
  checkReplies: boolean
}

/** Identifies the callers of routes; a member who calls is online. */
export const openDoor = (
  { config, database: { db } }: Base,
  { read, takeRequests, presence, live, wake, checkReplies }: Options,
): Door => ({
  db,
  read,
  apiKey: config.apiKey,
  authenticate: async (token) => {
    const caller = await sessions.callerByToken(db, token)
    if (caller) presence.noteSeen(caller.sessionId)
    return caller
  },
  keyHolder: (key) => sensors.keyHolder(db, key),
  takeRequests,
  wakeRelay: wake,
  livePosition: () => live.position,
  checkReplies,
})
