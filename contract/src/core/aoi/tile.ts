import { z } from 'zod'
import { Id } from '../../platform/kit/schema.ts'
import { AoiKind, AoiState, AoiStatus } from './schema.ts'

/** The properties of a map tile's features, by layer. A feature without an event type lacks that property. */
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
  /** Bounds of the cluster in degrees, to zoom to, or to list by `bbox` if they are one spot. */
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

/** Names of the layers of a tile; each AOI is in one of them, by itself or counted. */
export const tileLayers = { clusters: 'clusters', points: 'points' } as const
