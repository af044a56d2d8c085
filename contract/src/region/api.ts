import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Id, LngLat, one } from '../schema.ts'

export const LocalMapName = z.object({ _id: Id, name: z.string() })

/** Where an image lies on the map: its corner, its size in degrees and its turn. */
export const LocalMapPosition = z.object({
  originX: z.number(),
  originY: z.number(),
  width: z.number(),
  height: z.number(),
  rotation: z.number(),
})

export const LocalMap = LocalMapName.extend({
  region: Id.nullable(),
  image: z.string().nullable(),
  position: LocalMapPosition,
})
export type LocalMap = z.infer<typeof LocalMap>

export const Region = z.object({
  _id: Id,
  service: Id,
  name: z.string(),
  usersCount: z.number().int(),
  geometry: z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(LngLat)) }),
  localMaps: z.array(LocalMapName),
})
export type Region = z.infer<typeof Region>

export const RegionWithPublicUsers = Region.extend({ publicUsersCount: z.number().int() })

/** The places of a region's AOIs, and nothing else of them. */
export const RegionAoiPlace = z.object({ _id: Id, number: z.number().int(), coordinates: LngLat })

export const regionApi = {
  all: {
    method: 'GET',
    path: '/service/regions',
    summary: 'The regions of the visible services',
    needs: 'region.read',
    reply: z.array(Region),
  },
  withPublicUsers: {
    method: 'GET',
    path: '/service/regions-with-public-users',
    summary: 'The regions, with how many visitors reported from each',
    needs: 'region.read',
    reply: z.array(RegionWithPublicUsers),
  },
  byId: {
    method: 'GET',
    path: '/service/region/:id',
    summary: 'One region',
    needs: 'region.read',
    params: one,
    reply: Region,
  },
  ofLocalMap: {
    method: 'GET',
    path: '/service/region/:localMapId/local-map',
    summary: 'The region in which a local map lies',
    needs: 'region.read',
    params: z.object({ localMapId: Id }),
    reply: Region,
  },
  aoisGeo: {
    method: 'GET',
    path: '/service/region/:id/aois-geo',
    summary: 'Where the AOIs of a region lie, at most the 10,000 newest',
    needs: 'region.read',
    params: one,
    reply: z.array(RegionAoiPlace),
  },
} as const satisfies Record<string, Endpoint>
