import { timingSafeEqual } from 'node:crypto'
import { Problem, setupApi } from '#contract'
import type { Db } from '../db/database.ts'
import { networkBudget, weighGuess } from '../http/attempts.ts'
import { serve } from '../http/serve.ts'
import type { Places } from '../places/places.ts'
import { hashPassword } from '../secret/passwords.ts'
import { hashToken } from '../secret/tokens.ts'
import * as sessions from '../session/queries.ts'
import * as setups from './queries.ts'

const isSame = (a: string, b: string) => timingSafeEqual(hashToken(a), hashToken(b))

/** The token decides, as long as there is nobody; guesses at it are limited. */
const checkToken = async (db: Db, token: string, address: string): Promise<void> => {
  if (await setups.hasMembers(db)) throw new Problem('setupDone')
  const isRight = await weighGuess(db, [networkBudget('set-up', address)], async () =>
    isSame(await setups.token(db), token) ? true : undefined,
  )
  if (!isRight) throw new Problem('setupToken', { fields: { token: 'form.invalid' } })
}

export const setupRoutes = ({ places }: { places: Places }) => [
  serve(setupApi.places, {
    prepare: ({ db, body, client }) => checkToken(db, body.token, client.address),
    handle: async ({ body: { text, language }, allow }) => {
      allow()
      const found = await places.search(text, { language })
      if (found.hasFailed) throw new Problem('unavailable')
      return found.places
    },
  }),

  serve(setupApi.create, {
    prepare: async ({ db, body, client }) => {
      await checkToken(db, body.token, client.address)
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
