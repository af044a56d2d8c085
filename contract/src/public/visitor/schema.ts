import { z } from 'zod'
import { Coordinates, DraftAnswers } from '../../core/aoi/draft.ts'
import { LogEntry, Nonce } from '../../core/aoi/log/api.ts'
import { AoiState } from '../../core/aoi/schema.ts'
import { EventType } from '../../core/event-type/api.ts'
import { PublicService } from '../../people/service/schema.ts'
import { Phone } from '../../people/user/schema.ts'
import { Id, jsonText, LngLat, SentTime, Time, trimmed } from '../../platform/kit/schema.ts'
import { DEFAULT_LANGUAGE, Language, Translations } from '../../platform/language/language.ts'
import { BoardEntry, BoardToken } from '../board/schema.ts'
import { FollowedReview } from '../review/schema.ts'
import { ReporterFeedback, ReportProgress } from './progress.ts'

/** The prefix `p.` distinguishes a public link's token from that of an invitation. */
export const PublicToken = z.string().regex(/^p\.[\w-]{32}$/)

/**
 * The visitor's secret; the server stores its hash. The page chooses it before it sends the report, so that the visitor
 * can follow the report even if the reply is lost.
 */
export const FollowToken = z.string().regex(/^[\w-]{43}$/)

/** An event type without fields that only the team needs. */
export const PublicType = EventType.omit({
  service: true,
  responsibleRole: true,
  unit: true,
  value: true,
  twinRadiusMetres: true,
  twinHours: true,
})
export type PublicType = z.infer<typeof PublicType>

export const PublicActivity = z.object({
  _id: Id,
  number: z.number().int(),
  name: z.string(),
  description: z.string(),
  startTime: Time.nullable(),
  plannedTime: Time.nullable(),
  address: z.string().nullable(),
  coordinates: LngLat,
  image: z.string().nullable(),
})
export type PublicActivity = z.infer<typeof PublicActivity>

export const KnownVisitor = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  follow: FollowToken,
  activityIds: z.array(Id),
})
export type KnownVisitor = z.infer<typeof KnownVisitor>

export const PublicPage = z.object({
  service: PublicService,
  types: z.array(PublicType),
  /** Bounding box of the service's regions: west, south, east, north. */
  area: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** The service's own map style, on this server; null is the server's map. */
  styleUrl: z.string().nullable(),
  activities: z.array(PublicActivity),
  /** The token of the public board, which shows what is already known; null while it is off. */
  board: BoardToken.nullable(),
  visitor: KnownVisitor.nullable(),
})
export type PublicPage = z.infer<typeof PublicPage>

export const Subscription = z.object({
  firstName: trimmed(100).default(''),
  lastName: trimmed(100).default(''),
  phone: Phone.default(''),
  language: Language.default(DEFAULT_LANGUAGE),
  /** The follow token of the visitor if the device has no cookie yet. */
  key: FollowToken,
  /** A hidden field: only a bot fills it in. */
  website: z.string().max(500).default(''),
})
export type Subscription = z.infer<typeof Subscription>

export const PublicReport = Subscription.extend({
  publicAction: jsonText(DraftAnswers),
  startCoordinates: jsonText(Coordinates),
  description: trimmed(5000).default(''),
  isAnonymous: z.stringbool().default(false),
  nonce: Nonce,
  creationTime: SentTime.optional(),
  /** Board entry that the reporter calls the same event: a suggestion, only members merge. */
  sameAs: jsonText(BoardEntry).optional(),
  /** Board entries that the reporter rejected as duplicates. */
  differsFrom: jsonText(z.array(BoardEntry).max(10)).optional(),
})
export type PublicReport = z.infer<typeof PublicReport>

export const FollowAddress = z.object({ follow: FollowToken })
export const SentReport = FollowAddress.extend({ _id: Id, number: z.number().int() })
export type SentReport = z.infer<typeof SentReport>

/** An entry as a visitor reads it: from the service, or its own. */
export const PublicEntry = z.object({
  _id: Id,
  datetime: Time,
  text: z.string(),
  action: LogEntry.shape.action,
  photo: LogEntry.shape.photo,
  isMine: z.boolean(),
  /** Only this visitor reads it. */
  isPrivate: z.boolean(),
  /** Feedback given with a button; the text is empty. */
  feedback: ReporterFeedback.nullable(),
  review: z.enum(['waiting', 'refused']).nullable(),
})
export type PublicEntry = z.infer<typeof PublicEntry>

export const FollowedReport = z.object({
  _id: Id,
  number: z.number().int(),
  name: z.string(),
  type: z.object({ name: z.string(), translations: Translations }).nullable(),
  createdAt: Time,
  state: AoiState,
  progress: ReportProgress,
  /** Explanation of the step in the service's words, including a merge. */
  messages: z.array(z.record(Language, z.string())),
  /** Whether the visitor can say thanks or "not solved" now. */
  canRate: z.boolean(),
  canClose: z.boolean(),
  address: z.string().nullable(),
  image: z.string().nullable(),
  isAnonymous: z.boolean(),
  /** The number of the report that it was merged into. State and updates are those of that report. */
  mergedInto: z.number().int().nullable(),
  /** While the report waits for a review, or if it was refused. */
  review: FollowedReview.nullable(),
  entries: z.array(PublicEntry),
})
export type FollowedReport = z.infer<typeof FollowedReport>

export const FollowedActivity = PublicActivity.extend({ isOver: z.boolean(), entries: z.array(PublicEntry) })
export type FollowedActivity = z.infer<typeof FollowedActivity>

/** Updates by e-mail. Everyone with the follow link sees this, so the address is shown in part. */
export const MailedUpdates = z.object({
  /** Shortened, such as d…@example.org. */
  address: z.string().nullable(),
  /** Whether the mailed code is still expected. */
  isPending: z.boolean(),
})

export const FollowPageData = z.object({
  /** The devices that are notified, each by the `deviceName` of its address. */
  devices: z.array(z.string()),
  /** Null if this server sends no e-mail. */
  mailed: MailedUpdates.nullable(),
  /** For how many days a nightly backup is kept; null if none are made. */
  backupDays: z.number().int().nullable(),
  service: PublicService,
  /** The token of the service's public page, for another report; null when it has none now. */
  link: PublicToken.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  reports: z.array(FollowedReport),
  activities: z.array(FollowedActivity),
})
export type FollowPageData = z.infer<typeof FollowPageData>
