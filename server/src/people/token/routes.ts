import { grantableScopes, may, orNotFound, Problem, tokenApi } from '#contract'
import { checkLimits, type LimitChoices } from '../../platform/access/limits.ts'
import type { Db } from '../../platform/db/database.ts'
import { serve } from '../../platform/http/serve.ts'
import * as tokens from './queries.ts'

type Tools = {
  choices: LimitChoices
  isOwnPassword: (db: Db, memberId: string, password: string) => Promise<boolean>
}

export const tokenRoutes = ({ choices, isOwnPassword }: Tools) => [
  serve(tokenApi.list, async ({ db, actor, allow }) => {
    allow()
    const { serviceId } = actor
    const all = await tokens.ofService(db, serviceId)
    return all.filter(({ creator }) => may(actor, 'token.revoke', { serviceId, creatorId: creator._id }))
  }),

  serve(tokenApi.create, {
    prepare: async ({ db, actor, body }) => {
      // Without the password, someone at an abandoned session could take along a token that outlives the session.
      if (!(await isOwnPassword(db, actor.id, body.password)))
        throw new Problem('invalid', { fields: { password: 'form.passwordWrong' } })
    },
    handle: async ({ db, actor, body, allow, audit }) => {
      allow()
      const grantable = grantableScopes(actor)
      if (!body.scopes.every((scope) => grantable.includes(scope)))
        throw new Problem('invalid', { fields: { scopes: 'form.notInList' } })
      await checkLimits(db, actor.serviceId, body, choices)
      const { id, token } = await tokens.create(db, actor, body)
      const { scopes, eventTypes, regions, days } = body
      await audit({
        action: 'token.create',
        targetKind: 'token',
        targetId: id,
        targetName: body.name,
        detail: { scopes, days, ...(eventTypes && { eventTypes }), ...(regions && { regions }) },
      })
      const { serviceId: _, creatorId: __, ...created } = orNotFound(await tokens.byId(db, id))
      return { ...created, token }
    },
  }),

  serve(tokenApi.revoke, async ({ db, params, allow, audit }) => {
    const { _id, name } = allow(orNotFound(await tokens.byId(db, params.id)))
    await tokens.revoke(db, _id)
    await audit({ action: 'token.revoke', targetKind: 'token', targetId: _id, targetName: name })
    return { _id }
  }),

  serve(tokenApi.current, async ({ db, actor, allow }) => {
    allow()
    const { creatorId: _, lastUsedAt: __, ...current } = orNotFound(await tokens.byId(db, actor.token?.id ?? ''))
    return current
  }),
]
