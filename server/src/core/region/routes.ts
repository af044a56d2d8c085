import { type LngLat, orNotFound, Problem, planMiddle, regionApi } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type Announce, serve, withoutService } from '../../platform/http/serve.ts'
import { placeInRegions, regionAt } from '../aoi/region.ts'
import { localMapRoutes } from './local-map-routes.ts'
import * as regions from './queries.ts'

export const regionRoutes = ({ store }: { store: FileStore }) => [
  serve(regionApi.all, async ({ db, actor, allow }) => {
    allow()
    return regions.ofServices(db, actor.visibleServiceIds)
  }),

  serve(regionApi.withPublicUsers, async ({ db, actor, allow }) => {
    allow()
    return regions.withPublicUsers(db, actor.visibleServiceIds)
  }),

  serve(regionApi.byId, async ({ db, params, allow }) =>
    withoutService(allow(orNotFound(await regions.byId(db, params.id)))),
  ),

  serve(regionApi.ofLocalMap, async ({ db, params, allow }) =>
    withoutService(allow(orNotFound(await regions.ofLocalMap(db, params.localMapId)))),
  ),

  serve(regionApi.aoisGeo, async ({ db, params, allow }) => {
    const region = allow(orNotFound(await regions.byId(db, params.id)))
    return regions.aoisGeo(db, region._id)
  }),

  serve(regionApi.create, async ({ db, actor, body, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: body.service ?? actor.serviceId })
    const id = await regions.create(db, serviceId, body)
    await refreshRegionsOf(db, announce, serviceId, body.coordinates)
    await audit({ action: 'region.edit', targetKind: 'region', targetId: id, detail: { created: body.name } })
    return withoutService(orNotFound(await regions.byId(db, id)))
  }),

  serve(regionApi.import, async ({ db, actor, body, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: body.service ?? actor.serviceId })
    const ids: string[] = []
    for (const region of body.regions) ids.push(await regions.create(db, serviceId, region))
    await refreshRegionsOf(
      db,
      announce,
      serviceId,
      body.regions.flatMap(({ coordinates }) => coordinates),
    )
    await audit({ action: 'region.edit', targetKind: 'region', detail: { imported: ids.length } })
    return (await regions.ofServices(db, [serviceId])).filter(({ _id }) => ids.includes(_id))
  }),

  serve(regionApi.change, async ({ db, params, body, allow, announce, audit }) => {
    const region = allow(orNotFound(await regions.byId(db, params.id)))
    await regions.change(db, region._id, body)
    if (body.coordinates)
      await refreshRegionsOf(db, announce, region.serviceId, [...body.coordinates, ...region.geometry.coordinates])
    else await announce({ type: 'SERVICE_UPDATED', serviceId: region.serviceId })
    await audit({ action: 'region.edit', targetKind: 'region', targetId: region._id, detail: { changed: region.name } })
    return withoutService(orNotFound(await regions.byId(db, region._id)))
  }),

  serve(regionApi.uses, async ({ db, params, allow }) =>
    regions.usesOf(db, allow(orNotFound(await regions.byId(db, params.id)))),
  ),

  serve(regionApi.remove, async ({ db, params, allow, announce, audit }) => {
    const region = allow(orNotFound(await regions.byId(db, params.id)))
    const usedBy = await regions.usesOf(db, region)
    if (usedBy.length > 0) throw new Problem('inUse', { usedBy })
    await regions.remove(db, region._id)
    await refreshRegionsOf(db, announce, region.serviceId, region.geometry.coordinates)
    await audit({ action: 'region.edit', targetKind: 'region', targetId: region._id, detail: { deleted: region.name } })
    return { _id: region._id, name: region.name }
  }),

  ...localMapRoutes({
    store,
    regionAt: (db, serviceId, position) => regionAt(db, serviceId, planMiddle(position)),
  }),
]

export const refreshRegionsOf = async (
  db: Db,
  announce: Announce,
  serviceId: string,
  rings: readonly (readonly LngLat[])[],
) => {
  await placeInRegions(db, serviceId, regions.boundsOf(rings.flat()))
  await announce({ type: 'SERVICE_UPDATED', serviceId })
}
