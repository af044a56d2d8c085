import { mayEver, orNotFound, Problem, type StarterSetName, starterApi } from '#contract'
import * as services from '../../people/service/queries.ts'
import { type Announce, type AuditLine, serve } from '../../platform/http/serve.ts'
import { applySet, takeBackSet } from './actions.ts'
import * as starters from './queries.ts'

type Change = 'starter.apply' | 'starter.takeBack'

const announceSet = async (
  { announce, audit }: { announce: Announce; audit: AuditLine },
  { _id, title }: { _id: string; title: string },
  change: { action: Change; set: StarterSetName },
): Promise<void> => {
  await announce({ type: 'SERVICE_UPDATED', serviceId: _id })
  await announce({ type: 'COMMUNITY_UPDATED', serviceId: _id })
  await audit({
    action: change.action,
    targetKind: 'service',
    targetId: _id,
    targetName: title,
    detail: { set: change.set },
  })
}

type Tools = {
  /** Whether the map of this service shows streets. */
  hasStreets: (service: services.StoredService) => Promise<boolean>
  hasBackup: () => Promise<boolean>
}

export const starterRoutes = ({ hasStreets, hasBackup }: Tools) => [
  serve(starterApi.steps, async ({ db, actor, allow }) => {
    const service = allow(orNotFound(await services.byId(db, actor.serviceId)))
    const { hasStarterSet, hasEventTypes, hasRoles, hasTeam, hasPublicLink } = await starters.stateOf(db, service._id)
    const ofService = [
      // A service that was set up by hand needs no starter set.
      { name: 'starterSet' as const, isDone: hasStarterSet || (hasEventTypes && hasRoles) },
      { name: 'homeArea' as const, isDone: service.homeArea !== null },
      { name: 'eventTypes' as const, isDone: hasEventTypes },
      { name: 'roles' as const, isDone: hasRoles },
      { name: 'team' as const, isDone: hasTeam },
      { name: 'publicLink' as const, isDone: hasPublicLink },
    ]
    if (!mayEver(actor, 'server.edit')) return ofService
    return [
      ...ofService,
      { name: 'streets' as const, isDone: await hasStreets(service) },
      { name: 'backup' as const, isDone: await hasBackup() },
    ]
  }),

  serve(starterApi.applied, async ({ db, actor, allow }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    return starters.applied(db, serviceId)
  }),

  serve(starterApi.apply, async ({ db, actor, params, allow, announce, audit }) => {
    const service = allow(orNotFound(await services.byId(db, actor.serviceId)))
    await applySet(db, service, params.name)
    await announceSet({ announce, audit }, service, { action: 'starter.apply', set: params.name })
    return starters.applied(db, service._id)
  }),

  serve(starterApi.takeBack, async ({ db, actor, params, allow, announce, audit }) => {
    const service = allow(orNotFound(await services.byId(db, actor.serviceId)))
    const set = orNotFound((await starters.applied(db, service._id)).find(({ name }) => name === params.name))
    if (!set.canTakeBack) throw new Problem('starterInUse')
    await takeBackSet(db, service._id, params.name)
    await announceSet({ announce, audit }, service, { action: 'starter.takeBack', set: params.name })
    return starters.applied(db, service._id)
  }),
]
