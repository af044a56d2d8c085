import * as sensors from '../alarms/sensor/queries.ts'
import * as sessions from '../people/session/queries.ts'
import type { Read } from '../platform/db/replica/replicas.ts'
import type { TakeRequests } from '../platform/http/rate-limit.ts'
import type { Door } from '../platform/http/register.ts'
import type { Base } from './part.ts'

type Options = {
  read: Read
  takeRequests: TakeRequests
  presence: { noteSeen: (sessionId: string) => void }
  live: { position: number }
  wake: () => void
  checkReplies: boolean
}

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
