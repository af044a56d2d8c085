import { orNotFound, Problem, starterApi } from '#contract'
import { serve } from '../http/serve.ts'
import * as services from '../service/queries.ts'
import { applySet, takeBackSet } from './actions.ts'
import * as starters from './queries.ts'

export const starterRoutes = [
  serve(starterApi.applied, async ({ db, actor, allow }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    return starters.applied(db, serviceId)
  }),

  serve(starterApi.apply, async ({ db, actor, params, allow, announce, audit }) => {
    const service = allow(orNotFound(await services.byId(db, actor.serviceId)))
    await applySet(db, service, params.name)
    await announce({ type: 'SERVICE_UPDATED', serviceId: service._id })
    await announce({ type: 'COMMUNITY_UPDATED', serviceId: service._id })
    await audit({
      action: 'starter.apply',
      targetKind: 'service',
      targetId: service._id,
      targetName: service.title,
      detail: { set: params.name },
    })
    return starters.applied(db, service._id)
  }),

  serve(starterApi.takeBack, async ({ db, actor, params, allow, announce, audit }) => {
    const service = allow(orNotFound(await services.byId(db, actor.serviceId)))
    const set = orNotFound((await starters.applied(db, service._id)).find(({ name }) => name === params.name))
    if (!set.canTakeBack) throw new Problem('starterInUse')
    await takeBackSet(db, service._id, params.name)
    await announce({ type: 'SERVICE_UPDATED', serviceId: service._id })
    await announce({ type: 'COMMUNITY_UPDATED', serviceId: service._id })
    await audit({
      action: 'starter.takeBack',
      targetKind: 'service',
      targetId: service._id,
      targetName: service.title,
      detail: { set: params.name },
    })
    return starters.applied(db, service._id)
  }),
]
