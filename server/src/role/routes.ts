import { found, roleApi } from '#contract'
import { serve } from '../http/serve.ts'
import * as users from '../user/queries.ts'
import * as roles from './queries.ts'

export const roleRoutes = [
  serve(roleApi.profile, async ({ db, actor, allow }) => {
    allow()
    return found(await roles.withActions(db, found(await users.roleIdOf(db, actor.id))))
  }),

  serve(roleApi.all, async ({ db, actor, allow }) => {
    allow()
    return roles.ofServices(db, actor.visibleServiceIds)
  }),

  serve(roleApi.ofService, async ({ db, params, allow }) => {
    const { serviceId } = allow({ serviceId: params.service })
    return roles.ofServices(db, [serviceId])
  }),
]
