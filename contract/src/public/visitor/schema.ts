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

/** Token of a public link. The prefix `p.` distinguishes it from an invitation's token. */
export const PublicToken = z.string().regex(/^p\.[\w-]{32}$/)

/**
 * The visitor's secret, of which the server stores only a hash. The page chooses it before it sends the report, so that
 * the visitor can follow the report even if the reply is lost.
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
  /** Bounding box of the service's regions: west, south, east and north. */
  area: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** Path on this server of the service's own map style; null for the server's style. */
  styleUrl: z.string().nullable(),
  activities: z.array(PublicActivity),
  /** Token of the public board, which shows known events; null while the board is off. */
  board: BoardToken.nullable(),
  visitor: KnownVisitor.nullable(),
})
export type PublicPage = z.infer<typeof PublicPage>

export const Subscription = z.object({
  firstName: trimmed(100).default(''),
  lastName: trimmed(100).default(''),
  phone: Phone.default(''),
  language: Language.default(DEFAULT_LANGUAGE),
  /** Follow token that the visitor gets if the device has no cookie yet. */
  key: FollowToken,
  /** A field invisible to people, so only bots fill it in. */
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
  /** Board entry that the reporter calls the same event. Only a suggestion, because only members merge. */
  sameAs: jsonText(BoardEntry).optional(),
  /** Board entries that the reporter rejected as duplicates. */
  differsFrom: jsonText(z.array(BoardEntry).max(10)).optional(),
})
export type PublicReport = z.infer<typeof PublicReport>

export const FollowAddress = z.object({ follow: FollowToken })
export const SentReport = FollowAddress.extend({ _id: Id, number: z.number().int() })
export type SentReport = z.infer<typeof SentReport>

/** A log entry for visitors: from the service, or the visitor's own. */
export const PublicEntry = z.object({
  _id: Id,
  datetime: Time,
  text: z.string(),
  action: LogEntry.shape.action,
  photo: LogEntry.shape.photo,
  isMine: z.boolean(),
  /** Whether this visitor is the only visitor who can read the entry. */
  isPrivate: z.boolean(),
  /** Feedback given with a button; `text` is then empty. */
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
  /** Texts of the service that explain the current step and a merge. */
  messages: z.array(z.record(Language, z.string())),
  /** Whether the visitor can now say thanks or "not solved". */
  canRate: z.boolean(),
  canClose: z.boolean(),
  address: z.string().nullable(),
  image: z.string().nullable(),
  isAnonymous: z.boolean(),
  /** Number of the report into which this one was merged. State and updates are then those of that report. */
  mergedInto: z.number().int().nullable(),
  /** Present while the report waits for a review, or if it was refused. */
  review: FollowedReview.nullable(),
  entries: z.array(PublicEntry),
})
export type FollowedReport = z.infer<typeof FollowedReport>

export const FollowedActivity = PublicActivity.extend({ isOver: z.boolean(), entries: z.array(PublicEntry) })
export type FollowedActivity = z.infer<typeof FollowedActivity>

/** Updates by e-mail. The address is masked, because everyone with the follow link can read it. */
export const MailedUpdates = z.object({
  /** Masked, such as d…@example.org. */
  address: z.string().nullable(),
  /** Whether the server still waits for the mailed code. */
  isPending: z.boolean(),
})

export const FollowPageData = z.object({
  /** Notified devices, each by the `deviceName` of its address. */
  devices: z.array(z.string()),
  /** Null if this server sends no e-mail. */
  mailed: MailedUpdates.nullable(),
  /** Days for which nightly backups are kept; null if no nightly backups are made. */
  backupDays: z.number().int().nullable(),
  service: PublicService,
  /** Token of the service's public page, for another report; null if the service has no public link. */
  link: PublicToken.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  reports: z.array(FollowedReport),
  activities: z.array(FollowedActivity),
})
export type FollowPageData = z.infer<typeof FollowPageData>
