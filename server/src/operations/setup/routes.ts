import { timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Problem, setupApi } from '#contract'
import type { Places } from '../../geo/places/places.ts'
import * as sessions from '../../people/session/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { networkBudget, weighGuess } from '../../platform/http/attempts.ts'
import { serve } from '../../platform/http/serve.ts'
import { hashPassword } from '../../platform/secret/passwords.ts'
import { hashToken } from '../../platform/secret/tokens.ts'
import { noteRestoreEnd, readSetting } from '../backup/queries.ts'
import * as setups from './queries.ts'

const isSame = (a: string, b: string) => timingSafeEqual(hashToken(a), hashToken(b))

/** Throws if there are members already or the token is wrong. Guesses are rate-limited. */
const checkToken = async (db: Db, token: string, address: string): Promise<void> => {
  if (await setups.hasMembers(db)) throw new Problem('setupDone')
  const isRight = await weighGuess(db, [networkBudget('set-up', address)], async () =>
    isSame(await setups.token(db), token) ? true : undefined,
  )
  if (!isRight) throw new Problem('setupToken', { fields: { token: 'form.invalid' } })
}

type Tools = {
  places: Places
  uploads: {
    add: (part: { upload: string; offset: number; bytes: number; part: Buffer }) => Promise<boolean>
    opener: (upload: string) => () => Promise<Readable>
    remove: (upload: string) => Promise<void>
  }
  /** Checks an archive and restores it. The server replies 503 while it loads the archive. */
  restore: (order: {
    open: () => Promise<Readable>
    name: string
    passphrase: string | undefined
    mayReplace: false
    actor: undefined
    address: string
    onEnd: () => Promise<void>
  }) => void
  isRestoring: () => boolean
  passphrase: string | undefined
}

export const setupRoutes = ({ places, uploads, restore, isRestoring, passphrase: ownPassphrase }: Tools) => [
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

  serve(setupApi.restore, {
    prepare: async ({ db, params: { upload }, body, files: { part }, client }) => {
      await checkToken(db, body.token, client.address)
      if (!part) throw new Problem('invalid', { fields: { part: 'form.required' } })
      if (isRestoring()) throw new Problem('conflict')
      return uploads.add({ upload, offset: body.offset, bytes: body.bytes, part: part.bytes })
    },
    handle: async ({ db, params: { upload }, body, client, prepared: isComplete, allow, audit, afterCommit }) => {
      allow()
      if (!isComplete) return { isRestoring: false, problem: null }
      await noteRestoreEnd(db, null)
      await audit({ action: 'backup.restore', targetKind: 'backup', targetName: body.name })
      afterCommit(() =>
        restore({
          open: uploads.opener(upload),
          name: body.name,
          passphrase: body.passphrase || ownPassphrase,
          mayReplace: false,
          actor: undefined,
          address: client.address,
          onEnd: () => uploads.remove(upload),
        }),
      )
      return { isRestoring: true, problem: null }
    },
  }),

  serve(setupApi.restoreState, {
    prepare: ({ db, body, client }) => checkToken(db, body.token, client.address),
    handle: async ({ db, allow }) => {
      allow()
      return { isRestoring: isRestoring(), problem: (await readSetting(db)).restoreProblem }
    },
  }),
]
