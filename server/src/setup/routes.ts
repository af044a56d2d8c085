import { timingSafeEqual } from 'node:crypto'
import { Problem, setupApi } from '#contract'
import { networkBudget, weighGuess } from '../http/attempts.ts'
import { serve } from '../http/serve.ts'
import { hashPassword } from '../secret/passwords.ts'
import { hashToken } from '../secret/tokens.ts'
import * as sessions from '../session/queries.ts'
import * as setups from './queries.ts'

const isSame = (a: string, b: string) => timingSafeEqual(hashToken(a), hashToken(b))

export const setupRoutes = [
  serve(setupApi.create, {
    prepare: async ({ db, body, client }) => {
      if (await setups.hasMembers(db)) throw new Problem('setupDone')
      const isRight = await weighGuess(db, [networkBudget('set-up', client.address)], async () =>
        isSame(await setups.token(db), body.token) ? true : undefined,
      )
      if (!isRight) throw new Problem('setupToken', { fields: { token: 'form.invalid' } })
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
