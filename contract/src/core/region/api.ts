import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Usage } from '../../platform/http/usage.ts'
import { Id, idParams, jsonText, LngLat, NameTranslations, pairs, required } from '../../platform/kit/schema.ts'
import { Translations } from '../../platform/language/language.ts'
import { MOST_IMPORTED } from './geojson.ts'
import { closedRing, outlineProblem } from './outline.ts'

export const LocalMapName = z.object({ _id: Id, name: z.string(), translations: Translations })

/** Position of an image on the map, as defined in plan.ts. */
export const LocalMapPosition = z.object({
  originX: z.number().min(-180).max(180),
  originY: z.number().min(-90).max(90),
  width: z.number().positive().max(360),
  height: z.number().positive().max(180),
  rotation: z.number().min(-360).max(360),
})
export type LocalMapPosition = z.infer<typeof LocalMapPosition>

export const LocalMap = LocalMapName.extend({
  region: Id.nullable(),
  image: z.string().nullable(),
  position: LocalMapPosition,
  opacity: z.number(),
})
export type LocalMap = z.infer<typeof LocalMap>

export const Region = z.object({
  _id: Id,
  service: Id,
  name: z.string(),
  translations: Translations,
  usersCount: z.number().int(),
  geometry: z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(LngLat)) }),
  localMaps: z.array(LocalMapName),
})
export type Region = z.infer<typeof Region>

export const RegionWithPublicUsers = Region.extend({ publicUsersCount: z.number().int() })

export const RegionAoiPlace = z.object({ _id: Id, number: z.number().int(), coordinates: LngLat })

/** One ring, because regions have no holes. An open ring is closed. */
const Outline = z
  .array(pairs(10_000, [-180, 180], [-90, 90]))
  .length(1)
  .transform(([ring = []]) => [closedRing(ring)])
  .refine(([ring = []]) => outlineProblem(ring) === undefined, { error: 'form.outline' })

const regionShape = { name: required(200), coordinates: Outline, translations: NameTranslations.optional() }
export const RegionDraft = z.object({ ...regionShape, service: Id.optional() })
export type RegionDraft = z.infer<typeof RegionDraft>
export const RegionChange = z.object(regionShape).partial()
export type RegionChange = z.infer<typeof RegionChange>

const localMapShape = {
  name: required(200),
  translations: jsonText(NameTranslations).optional(),
  /** Defaults to the region that contains the middle of the image. */
  region: z.union([Id, z.literal('').transform(() => null)]).optional(),
  position: jsonText(LocalMapPosition),
  opacity: z.coerce.number().min(0).max(1).optional(),
}
export const LocalMapDraft = z.object({ ...localMapShape, service: Id.optional() })
export type LocalMapDraft = z.infer<typeof LocalMapDraft>
export const LocalMapChange = z.object(localMapShape).partial()
export type LocalMapChange = z.infer<typeof LocalMapChange>

export const regionApi = {
  all: {
    method: 'GET',
    path: '/service/regions',
    summary: 'The regions of the visible services',
    needs: 'region.list',
    reply: z.array(Region),
  },
  withPublicUsers: {
    method: 'GET',
    path: '/service/regions-with-public-users',
    summary: 'The regions, with how many visitors reported from each',
    needs: 'region.list',
    membersOnly: true,
    reply: z.array(RegionWithPublicUsers),
  },
  byId: {
    method: 'GET',
    path: '/service/region/:id',
    summary: 'One region',
    needs: 'region.read',
    params: idParams,
    reply: Region,
  },
  ofLocalMap: {
    method: 'GET',
    path: '/service/region/:localMapId/local-map',
    summary: 'Read the region that contains a local map',
    needs: 'region.read',
    params: z.object({ localMapId: Id }),
    reply: Region,
  },
  aoisGeo: {
    method: 'GET',
    path: '/service/region/:id/aois-geo',
    summary: 'Read the locations of up to 10,000 newest AOIs of a region',
    needs: 'region.read',
    membersOnly: true,
    params: idParams,
    reply: z.array(RegionAoiPlace),
  },
  create: {
    method: 'POST',
    path: '/service/region',
    summary: 'Create a region. AOIs in it get it, unless their author chose another',
    needs: 'region.edit',
    body: RegionDraft,
    reply: Region,
  },
  import: {
    method: 'POST',
    path: '/service/regions/import',
    summary: 'Create several regions, all or none',
    needs: 'region.edit',
    body: z.object({ service: Id.optional(), regions: z.array(RegionDraft).min(1).max(MOST_IMPORTED) }),
    reply: z.array(Region),
  },
  change: {
    method: 'PATCH',
    path: '/service/region/:id',
    summary: 'Change a region. Fields that are not sent stay',
    needs: 'region.edit',
    params: idParams,
    body: RegionChange,
    reply: Region,
  },
  uses: {
    method: 'GET',
    path: '/service/region/:id/uses',
    summary: 'List the metrics that use a region. While there are any, it cannot be deleted',
    needs: 'region.edit',
    params: idParams,
    reply: z.array(Usage),
  },
  remove: {
    method: 'DELETE',
    path: '/service/region/:id',
    summary: 'Delete a region that no metric uses. AOIs in it stay',
    needs: 'region.edit',
    params: idParams,
    reply: z.object({ _id: Id, name: z.string() }),
  },
  createLocalMap: {
    method: 'POST',
    path: '/service/local-map',
    summary: 'Create a local map from an image',
    needs: 'region.edit',
    body: LocalMapDraft,
    files: ['file'],
    needsFile: true,
    reply: LocalMap,
  },
  changeLocalMap: {
    method: 'PATCH',
    path: '/service/local-map/:id',
    summary: 'Change a local map. Fields that are not sent stay',
    needs: 'region.edit',
    params: idParams,
    body: LocalMapChange,
    files: ['file'],
    reply: LocalMap,
  },
  removeLocalMap: {
    method: 'DELETE',
    path: '/service/local-map/:id',
    summary: 'Delete a local map. Events placed on it keep their location',
    needs: 'region.edit',
    params: idParams,
    reply: z.object({ _id: Id, name: z.string() }),
  },
} as const satisfies Record<string, Endpoint>
