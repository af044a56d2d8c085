import { found, regionApi } from '#contract'
import { serve } from '../http/serve.ts'
import * as regions from './queries.ts'

export const regionRoutes = [
  serve(regionApi.all, async ({ db, actor, allow }) => {
    allow()
    return regions.ofServices(db, actor.visibleServiceIds)
  }),

  serve(regionApi.withPublicUsers, async ({ db, actor, allow }) => {
    allow()
    return regions.withPublicUsers(db, actor.visibleServiceIds)
  }),

  serve(regionApi.byId, async ({ db, params, allow }) => allow(found(await regions.byId(db, params.id)))),

  serve(regionApi.ofLocalMap, async ({ db, params, allow }) =>
    allow(found(await regions.ofLocalMap(db, params.localMapId))),
  ),

  serve(regionApi.aoisGeo, async ({ db, params, allow }) => {
    const region = allow(found(await regions.byId(db, params.id)))
    return regions.aoisGeo(db, region._id)
  }),
]
