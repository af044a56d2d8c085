import { z } from 'zod'
import { Id, LngLat, SentTime, trimmed } from '../../platform/kit/schema.ts'
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
  // One error for the whole value, because the form has no field for either half.
  .refine((place) => LngLat.safeParse(place).success)

const flag = z.stringbool().optional()

const idOrNone = z.union([Id, z.literal('none')])
/** One value, or several of which an AOI has one. */
const oneOfIds = z.union([idOrNone, z.array(idOrNone).min(1).max(100)])

const shape = {
  type: AoiFilterType.default('all'),
  startTime: SentTime.optional(),
  endTime: SentTime.optional(),
  isActivity: flag,
  isSensors: flag,
  localMapId: Id.optional(),
  search: trimmed(200).optional(),
  bbox: BoundingBox.optional(),
  /** Only AOIs with this creator, event type or community. `none` selects AOIs without one. */
  creator: idOrNone.optional(),
  eventType: oneOfIds.optional(),
  community: Id.optional(),
  region: oneOfIds.optional(),
  hasPhoto: z.enum(['yes', 'no']).optional(),
  /** Only AOIs that this metric counts. If it counts entries of an action, the times filter those entries. */
  metric: Id.optional(),
}

export const AoiFilter = z.object(shape)
export type AoiFilter = z.infer<typeof AoiFilter>

export const LIST_LIMIT = 1000

const sorted = {
  ...shape,
  /**
   * `startTime`: the start of an activity, or its end if it has no start; the creation time of other kinds. `upcoming`:
   * activities that are running or planned, then past ones, newest first; its cursors keep the time of the first page.
   */
  sort: z.enum(['name', 'createdAt', 'startTime', 'upcoming', 'nearest']).default('createdAt'),
  /** The point that distances are measured from. `nearest` and `upcoming` have one direction: `order` does not apply. */
  near: Near.optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
}

const hasOrigin = ({ sort, near }: { sort: string; near?: LngLat | undefined }) =>
  sort !== 'nearest' || near !== undefined
const noOrigin = { path: ['near'], error: 'form.required' }

/** A whole list in its order, without pages. */
export const ListedAois = z.object(sorted).refine(hasOrigin, noOrigin)
export type ListedAois = z.infer<typeof ListedAois>

const ListQuery = z.object({
  ...sorted,
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT).default(LIST_LIMIT),
  cursor: z.string().max(1000).optional(),
  /** A cursor at which the page ends. Rereading between the same cursors includes rows added since. */
  until: z.string().max(1000).optional(),
  /** Includes the answers to the event type's questions; exports need them. */
  answers: z.stringbool().default(false),
  /** Includes the groups. Counting them reads the whole set, so later pages and lists without groups leave it unset. */
  groups: z.stringbool().default(true),
})
export const AoiListQuery = ListQuery.refine(hasOrigin, noOrigin)
export type AoiListQuery = z.infer<typeof AoiListQuery>

export const kindOf = ({ isActivity, isSensors }: Pick<AoiFilter, 'isActivity' | 'isSensors'>): AoiKind =>
  isSensors ? 'sensor' : isActivity ? 'activity' : 'event'
