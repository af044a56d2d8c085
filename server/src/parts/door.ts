import { LRUCache } from 'lru-cache'
import { type Endpoint, inviteApi, secondFactorApi, sessionApi, TOKEN_PREFIX } from '#contract'
import * as sensors from '../alarms/sensor/queries.ts'
import { knownDevice } from '../people/session/actions.ts'
import * as sessions from '../people/session/queries.ts'
import * as tokens from '../people/token/queries.ts'
import type { Read } from '../platform/db/replica/replicas.ts'
import type { TakeRequests } from '../platform/http/rate-limit.ts'
import type { Door } from '../platform/http/register.ts'
import type { Base } from './part.ts'

const MOST_TOKENS = 100_000

type Options = {
  read: Read
  takeRequests: TakeRequests
  requireRequests: TakeRequests
  presence: { noteSeen: (sessionId: string) => void }
  live: { position: number }
  wake: () => void
  checkReplies: boolean
}

export const openDoor = (
  { config, database: { db } }: Base,
  { read, takeRequests, requireRequests, presence, live, wake, checkReplies }: Options,
): Door => ({
  db,
  read,
  apiKey: config.apiKey,
  authenticate: async (token) => {
    const isApiToken = token.startsWith(TOKEN_PREFIX)
    const caller = await (isApiToken ? tokens.callerByToken(db, token) : sessions.callerByToken(db, token))
    if (caller) presence.noteSeen(caller.sessionId)
    return caller
  },
  keyHolder: (key) => sensors.keyHolder(db, key),
  signIns: new Set<Endpoint>([
    sessionApi.login,
    secondFactorApi.signIn,
    inviteApi.requestReentry,
    inviteApi.reentryInfo,
    inviteApi.reenter,
  ]),
  knownDevice: (cookies) => knownDevice(db, cookies),
  callersByToken: new LRUCache({ max: MOST_TOKENS }),
  takeRequests,
  requireRequests,
  wakeRelay: wake,
  livePosition: () => live.position,
  checkReplies,
})
