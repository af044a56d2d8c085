import { timingSafeEqual } from 'node:crypto'
import { Problem, setupApi } from '#contract'
import { serve } from '../http/serve.ts'
import { hashPassword } from '../secret/passwords.ts'
import { hashToken } from '../secret/tokens.ts'
import * as attempts from '../session/actions.ts'
import * as sessions from '../session/queries.ts'
import * as setups from './queries.ts'

const isSame = (a: string, b: string) => timingSafeEqual(hashToken(a), hashToken(b))
/** Attempts at the token are counted like those at a password, under a name that no member can have. */
const ATTEMPT_NAME = '(set-up)'

export const setupRoutes = [
  serve(setupApi.create, {
    prepare: async ({ db, body, client }) => {
      if (await setups.hasMembers(db)) throw new Problem('setupDone')
      await attempts.guardAttempts(db, { username: ATTEMPT_NAME, address: client.address, isKnownDevice: false })
      if (!isSame(await setups.token(db), body.token)) {
        await attempts.recordFailure(db, ATTEMPT_NAME, client.address)
        throw new Problem('setupToken', { fields: { token: 'form.invalid' } })
      }
      return { passwordHash: await hashPassword(body.password) }
    },
    handle: async ({ db, body, client, prepared, allow, audit }) => {
      allow()
      await setups.lock(db)
      if (await setups.hasMembers(db)) throw new Problem('setupDone')
      const memberId = await setups.create(db, { ...body, ...prepared })
      await audit({ action: 'setup', targetKind: 'member', targetId: memberId })
      return { accessToken: await sessions.start(db, memberId, client) }
    },
  }),
]
