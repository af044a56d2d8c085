import { communityApi, orNotFound, Problem } from '#contract'
import type { FileStore } from '../../platform/files/file-store.ts'
import { serve, withoutService } from '../../platform/http/serve.ts'
import { groupRoutes } from './group-routes.ts'
import * as communities from './queries.ts'

export const communityRoutes = ({ store }: { store: FileStore }) => [
  serve(communityApi.communities, async ({ db, actor, allow }) => {
    allow()
    return communities.ofServices(db, actor.visibleServiceIds)
  }),

  serve(communityApi.createCommunity, async ({ db, actor, body, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    const id = await communities.createCommunity(db, serviceId, body)
    await announce({ type: 'COMMUNITY_UPDATED', serviceId })
    await audit({ action: 'community.create', targetKind: 'community', targetId: id, targetName: body.title })
    return withoutService(orNotFound(await communities.byId(db, id)))
  }),

  serve(communityApi.changeCommunity, async ({ db, params, body, allow, announce, audit }) => {
    const { _id, serviceId, ...before } = allow(orNotFound(await communities.byId(db, params.id)))
    const { title, translations } = body
    const set = { ...(title && { title }), ...(translations && { translations: JSON.stringify(translations) }) }
    if (Object.keys(set).length > 0) await db.updateTable('community').set(set).where('id', '=', _id).execute()
    await announce({ type: 'COMMUNITY_UPDATED', serviceId })
    await audit({
      action: 'community.edit',
      targetKind: 'community',
      targetId: _id,
      targetName: title ?? before.title,
      detail: { changed: Object.keys(body) },
    })
    return withoutService(orNotFound(await communities.byId(db, _id)))
  }),

  serve(communityApi.removeCommunity, async ({ db, params, allow, announce, audit }) => {
    const { _id, serviceId, title } = allow(orNotFound(await communities.byId(db, params.id)))
    if (await communities.hasActivities(db, _id)) throw new Problem('communityInUse')
    await communities.removeCommunity(db, _id)
    await announce({ type: 'COMMUNITY_UPDATED', serviceId })
    await audit({ action: 'community.delete', targetKind: 'community', targetId: _id, targetName: title })
    return {}
  }),

  ...groupRoutes({ store }),
]
