import { z } from 'zod'
import { Id, LngLat, SentTime, trimmed } from '../../platform/kit/schema.ts'
import type { AoiKind } from './schema.ts'

export const AoiFilterType = z.enum(['all', 'new', 'inProgress', 'done', 'shared', 'read', 'unread'])
export type AoiFilterType = z.infer<typeof AoiFilterType>

/** `west,south,east,north` in degrees; west may be greater than east across the 180th meridian. */
export const BoundingBox = z
  .string()
  // JavaScript prints numbers below 0.000001 with an exponent.
  .regex(/^-?\d+(\.\d+)?(e-\d+)?(,-?\d+(\.\d+)?(e-\d+)?){3}$/)
  .transform((text) => text.split(',').map(Number) as [number, number, number, number])

/** `longitude,latitude` in degrees. */
const Near = z
  .string()
  .regex(/^-?\d+(\.\d+)?(e-\d+)?,-?\d+(\.\d+)?(e-\d+)?$/)
  .transform((text) => text.split(',').map(Number) as LngLat)
  // One error for the whole value, because it is one field for clients.
  .refine((place) => LngLat.safeParse(place).success)

const flag = z.stringbool().optional()

const idOrNone = z.union([Id, z.literal('none')])
/** One id, or several. An AOI matches if it has one of them. */
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
  /** Selects AOIs with this creator, event type or community. `none` selects AOIs without one. */
  creator: idOrNone.optional(),
  eventType: oneOfIds.optional(),
  community: Id.optional(),
  region: oneOfIds.optional(),
  hasPhoto: z.enum(['yes', 'no']).optional(),
  /** Selects AOIs that this metric counts. If the metric counts entries of an action, `times` filters those entries. */
  metric: Id.optional(),
}

export const AoiFilter = z.object(shape)
export type AoiFilter = z.infer<typeof AoiFilter>

export const LIST_LIMIT = 1000

const sorted = {
  ...shape,
  /**
   * `startTime`: sorts activities by start, or by end without a start, and other kinds by creation. `upcoming`: running
   * and planned activities first, then past ones, the newest first. Its cursors contain the time of the first page, so
   * that all pages divide the activities at the same time.
   */
  sort: z.enum(['name', 'createdAt', 'startTime', 'upcoming', 'nearest']).default('createdAt'),
  /** Point from which distances are measured. `nearest` and `upcoming` have a fixed direction and ignore `order`. */
  near: Near.optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
}

const hasOrigin = ({ sort, near }: { sort: string; near?: LngLat | undefined }) =>
  sort !== 'nearest' || near !== undefined
const noOrigin = { path: ['near'], error: 'form.required' }

/** Filter and order of a whole list, without pages. */
export const ListedAois = z.object(sorted).refine(hasOrigin, noOrigin)
export type ListedAois = z.infer<typeof ListedAois>

const ListQuery = z.object({
  ...sorted,
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT).default(LIST_LIMIT),
  cursor: z.string().max(1000).optional(),
  /** Cursor at which the page ends. A page that is read again between its two cursors includes rows added since. */
  until: z.string().max(1000).optional(),
  /** Whether rows have the answers to their event type's questions, which exports need. */
  answers: z.stringbool().default(false),
  /**
   * Whether the reply has the groups with their counts. Counting reads the whole set, so later pages and lists without
   * groups turn it off.
   */
  groups: z.stringbool().default(true),
})
export const AoiListQuery = ListQuery.refine(hasOrigin, noOrigin)
export type AoiListQuery = z.infer<typeof AoiListQuery>

export const kindOf = ({ isActivity, isSensors }: Pick<AoiFilter, 'isActivity' | 'isSensors'>): AoiKind =>
  isSensors ? 'sensor' : isActivity ? 'activity' : 'event'
