import { z } from 'zod'
import { Id, LngLat, Time } from '../../platform/kit/schema.ts'
import { Translations } from '../../platform/language/language.ts'
import { LogEntry } from './log/api.ts'
import { Share } from './share/api.ts'

export const AoiKind = z.enum(['event', 'activity', 'sensor'])
export type AoiKind = z.infer<typeof AoiKind>

export const AoiState = z.enum(['new', 'inProgress', 'done'])
export type AoiState = z.infer<typeof AoiState>

export const AoiStatus = z.enum(['OK', 'ALERT', 'ERROR'])
export type AoiStatus = z.infer<typeof AoiStatus>

export const SensorArea = z.object({
  radiusMetres: z.number().nullable(),
  coordinates: z.array(z.array(LngLat)).nullable(),
  /** Whether all sensors inside the shape belong to the area, not only the chosen ones. */
  takesSensorsInside: z.boolean(),
})
export type SensorArea = z.infer<typeof SensorArea>

export const ANONYMOUS = 'Anonymous'

export const Creator = z.object({
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  photo: z.string().nullable(),
  phone: z.string().nullable(),
})
export type Creator = z.infer<typeof Creator>

const Geometry = z.object({ coordinates: z.tuple([z.number(), z.number(), z.number()]) })
const Activity = z.object({
  communityId: Id,
  startTime: Time.nullable(),
  plannedTime: Time.nullable(),
  isPublic: z.boolean(),
})
export const Answer = z.object({ _id: Id, name: z.string(), value: z.string() })
const TypeName = z.object({ _id: Id, name: z.string() })

export const AoiSummary = z.object({
  _id: Id,
  number: z.number().int(),
  serviceId: Id,
  /** Grows with every change: the copy of a row with the higher revision is newer. */
  revision: z.number().int(),
  /** Time of the last change by anyone. A change by others makes the row unread. */
  changedAt: Time,
  isArchived: z.boolean(),
  state: AoiState,
  /** True if the caller opened the AOI after the last change by others, created it, or joined later. */
  isRead: z.boolean(),
  /** True if the AOI is shared with the caller and the caller's part is not done yet. */
  isShared: z.boolean(),
  subscribersCount: z.number().int(),
  mergedCount: z.number().int(),
  address: z.string().nullable(),
  region: Id.nullable(),
  geometry: z.array(Geometry).length(1),
  properties: z.object({
    name: z.string(),
    nonce: z.string(),
    creationTime: Time,
    status: AoiStatus.nullable(),
    forSensors: z.boolean(),
    activity: Activity.nullable(),
    area: SensorArea.nullable(),
    map: z.array(z.object({ image: z.string() })).max(1),
    creatorID: z.string().nullable(),
    creator: Creator.nullable(),
    /** Present only if the request asked for answers. */
    publicAction: TypeName.extend({ fields: z.array(Answer).optional() }).nullable(),
  }),
})
export type AoiSummary = z.infer<typeof AoiSummary>

/** A row without personal fields. For members who joined after `receivedAt` the row is read. */
export const SharedAoiRow = AoiSummary.omit({ isRead: true, isShared: true }).extend({ receivedAt: Time })
export type SharedAoiRow = z.infer<typeof SharedAoiRow>

export const AoiLocalMap = z.object({ mapId: Id, position: z.tuple([z.number(), z.number()]) })

export const Subscriber = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  createdAt: Time,
  logs: z.array(LogEntry),
})

export const Aoi = AoiSummary.extend({
  formerNumber: z.number().int().optional(),
  receivedAt: Time,
  updatedAt: Time,
  /** Numbers of entries by others and of new subscribers since the caller last opened the AOI. */
  updates: z.object({ updates: z.number().int(), subscriptions: z.number().int() }),
  subscribers: z.array(Subscriber),
  /**
   * For reports of a named visitor: number of other reports with the same phone number. A hint, not proof of identity.
   */
  visitor: z.object({ samePhone: z.number().int() }).nullable(),
  localMaps: z.array(AoiLocalMap),
  shares: z.array(Share),
  /** The report into which this one was merged, and which is shown instead. */
  mergedInto: z.object({ _id: Id, number: z.number().int(), nonce: z.string(), name: z.string() }).nullable(),
  properties: AoiSummary.shape.properties.extend({
    description: z.string(),
    publicAction: TypeName.extend({ fields: z.array(Answer) }).nullable(),
    sensors: z.array(z.object({ _id: Id, name: z.string(), state: z.string(), isChosen: z.boolean() })),
    groups: z.array(Id),
    logs: z.array(LogEntry),
  }),
})
export type Aoi = z.infer<typeof Aoi>

export const PlanAoi = z.object({
  _id: Id,
  number: z.number().int(),
  nonce: z.string(),
  name: z.string(),
  kind: AoiKind,
  state: AoiState,
  eventTypeId: Id.nullable(),
  position: z.tuple([z.number(), z.number()]),
})
export type PlanAoi = z.infer<typeof PlanAoi>

export const AoiGroup = z.object({
  _id: z.string(),
  title: z.string(),
  translations: Translations,
  count: z.number().int(),
  aois: z.array(Id),
})
export type AoiGroup = z.infer<typeof AoiGroup>

export const AoiPage = z.object({
  total: z.array(AoiSummary),
  byUsers: z.array(AoiGroup),
  byTypes: z.array(AoiGroup),
  byCommunity: z.array(AoiGroup),
  nextCursor: z.string().nullable(),
})
export type AoiPage = z.infer<typeof AoiPage>

export const GenericMetrics = z.object({
  newAois: z.number().int(),
  isProgressAois: z.number().int(),
  doneAois: z.number().int(),
  readAois: z.number().int(),
  unreadAois: z.number().int(),
  sharedAois: z.number().int(),
})
export type GenericMetrics = z.infer<typeof GenericMetrics>

/** Counters of the first view: those that do not need the readers of each AOI. */
export const StateMetrics = GenericMetrics.pick({ newAois: true, isProgressAois: true, doneAois: true })
export type StateMetrics = z.infer<typeof StateMetrics>
export const SharedMetrics = GenericMetrics.pick({ sharedAois: true })
export type SharedMetrics = z.infer<typeof SharedMetrics>

const Count = z.object({ label: z.string(), count: z.number().int() })

export const AoiChart = z.object({
  byDay: z.array(z.object({ day: z.string(), count: z.number().int() })),
  byType: z.array(Count.extend({ _id: Id.nullable() })),
  byValue: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      translations: Translations,
      unit: z.string(),
      count: z.number().int(),
      sum: z.number(),
    }),
  ),
})
export type AoiChart = z.infer<typeof AoiChart>
