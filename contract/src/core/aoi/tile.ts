import { z } from 'zod'
import { Id } from '../../platform/kit/schema.ts'
import { AoiKind, AoiState, AoiStatus } from './schema.ts'

/** Properties of features in a map tile, by layer. Features without an event type lack that property. */
export const TileCluster = z.object({
  count: z.number().int().min(2),
  new: z.number().int(),
  inProgress: z.number().int(),
  done: z.number().int(),
  eventTypeId: Id.optional(),
  eventTypeCount: z.number().int().optional(),
  secondTypeId: Id.optional(),
  secondTypeCount: z.number().int().optional(),
  thirdTypeId: Id.optional(),
  thirdTypeCount: z.number().int().optional(),
  /** Bounds of the cluster in degrees: to zoom to or, if all its AOIs are in one spot, to list by `bbox`. */
  west: z.number(),
  south: z.number(),
  east: z.number(),
  north: z.number(),
})
export type TileCluster = z.infer<typeof TileCluster>

export const AoiExtent = z.object({ bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable() })
export type AoiExtent = z.infer<typeof AoiExtent>

export const TilePoint = z.object({
  id: Id,
  number: z.number().int(),
  nonce: z.string(),
  name: z.string(),
  kind: AoiKind,
  state: AoiState,
  eventTypeId: Id.optional(),
  status: AoiStatus.optional(),
  merged: z.number().int().optional(),
})
export type TilePoint = z.infer<typeof TilePoint>

/** Layers of a tile. Each AOI is a point or counted in a cluster. */
export const tileLayers = { clusters: 'clusters', points: 'points' } as const
