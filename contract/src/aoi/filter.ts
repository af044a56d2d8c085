import { z } from 'zod'
import { Id, LngLat, SentTime, trimmed } from '../schema.ts'
import type { AoiKind } from './schema.ts'

export const AoiFilterType = z.enum(['all', 'new', 'inProgress', 'done', 'shared', 'read', 'unread'])
export type AoiFilterType = z.infer<typeof AoiFilterType>

/** `west,south,east,north` in degrees; west may be greater than east across the 180th meridian. */
export const BoundingBox = z
  .string()
  // JavaScript writes a number below a millionth with an exponent.
  .regex(/^-?\d+(\.\d+)?(e-\d+)?(,-?\d+(\.\d+)?(e-\d+)?){3}$/)
  .transform((text) => text.split(',').map(Number) as [number, number, number, number])

/** `longitude,latitude` in degrees. */
const Near = z
  .string()
  .regex(/^-?\d+(\.\d+)?(e-\d+)?,-?\d+(\.\d+)?(e-\d+)?$/)
  .transform((text) => text.split(',').map(Number) as LngLat)
  // Named as a whole: half of a place is no field.
  .refine((place) => LngLat.safeParse(place).success)

const flag = z.stringbool().optional()

/** What lists, the map and the CSV have in common. */
const shape = {
  type: AoiFilterType.default('all'),
  startTime: SentTime.optional(),
  endTime: SentTime.optional(),
  isActivity: flag,
  isSensors: flag,
  localMapId: Id.optional(),
  search: trimmed(200).optional(),
  bbox: BoundingBox.optional(),
  /** Of a group of the list: one creator, one event type, one community. `none` is what has none. */
  creator: z.union([Id, z.literal('none')]).optional(),
  eventType: z.union([Id, z.literal('none')]).optional(),
  community: Id.optional(),
  region: z.union([Id, z.literal('none')]).optional(),
  /** What a metric counts. Where it counts entries of an action, the times are those of the entries. */
  metric: Id.optional(),
}

export const AoiFilter = z.object(shape)
export type AoiFilter = z.infer<typeof AoiFilter>

export const LIST_LIMIT = 1000

const ListQuery = z.object({
  ...shape,
  sort: z.enum(['name', 'createdAt', 'nearest']).default('createdAt'),
  /** From where the nearest come first; their order is always from near to far. */
  near: Near.optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT).default(LIST_LIMIT),
  cursor: z.string().max(1000).optional(),
  /** A cursor too: nothing after it. A page that is asked for again between the same two has what came in between. */
  until: z.string().max(1000).optional(),
  /** With the answers to the event type's questions, as an export needs them. */
  answers: z.stringbool().default(false),
  /** Counting groups walks the whole set: pages that go on, and lists that show none, leave them out. */
  groups: z.stringbool().default(true),
})
export const AoiListQuery = ListQuery.refine(({ sort, near }) => sort !== 'nearest' || near !== undefined, {
  path: ['near'],
  error: 'form.required',
})
export type AoiListQuery = z.infer<typeof AoiListQuery>

/** Where neither flag is given, the list is of events. */
export const kindOf = ({ isActivity, isSensors }: Pick<AoiFilter, 'isActivity' | 'isSensors'>): AoiKind =>
  isSensors ? 'sensor' : isActivity ? 'activity' : 'event'
