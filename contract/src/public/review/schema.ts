import { z } from 'zod'
import { EventType } from '../../core/event-type/api.ts'
import { Id, LngLat, Time } from '../../platform/kit/schema.ts'
import { Language, Translations } from '../../platform/language/language.ts'
import { Twin } from '../twin/api.ts'

export const REVIEWED_AT_ONCE = 200
/** Maximum number of a visitor's additions to a held report and of questions about it, together. */
export const QUESTIONS_MAX = 50

/** `asked`: the report waits for the visitor's answer. */
export const HeldState = z.enum(['waiting', 'asked', 'refused', 'accepted'])
export type HeldState = z.infer<typeof HeldState>

/** Reasons for refusing a report. The visitor reads a sentence about the reason in its own language. */
export const refusalReasons = ['outsideArea', 'notOurs', 'unclear', 'privacy', 'misuse', 'false', 'other'] as const
export const RefusalReason = z.enum(refusalReasons)
export type RefusalReason = z.infer<typeof RefusalReason>

/** Reasons why a report ended without an event: refused by the team, or withdrawn by its visitor. */
export const EndReason = z.enum([...refusalReasons, 'withdrawn'])
export type EndReason = z.infer<typeof EndReason>

/** A reviewer's question with its answer, or an addition that the visitor made without a question. */
export const ReviewQuestion = z.object({
  question: z.string().nullable(),
  askedAt: Time.nullable(),
  answer: z.string().nullable(),
  answeredAt: Time.nullable(),
})
export type ReviewQuestion = z.infer<typeof ReviewQuestion>

export const HeldReport = z.object({
  _id: Id,
  /** Number that the event gets if the report is accepted. */
  number: z.number().int(),
  name: z.string(),
  /** Rich text, sanitised. */
  description: z.string(),
  type: EventType.pick({ _id: true, name: true, translations: true, icon: true, colour: true }),
  answers: z.array(z.object({ name: z.string(), translations: Translations, value: z.string() })),
  /** Null for a report by text message, which can be accepted only with a place or merged into an event. */
  coordinates: LngLat.nullable(),
  address: z.string().nullable(),
  image: z.string().nullable(),
  reporter: z.object({
    name: z.string(),
    phone: z.string().nullable(),
    /** Whether the report came by text message: the number is then verified, the person is not. */
    isByText: z.boolean(),
    language: Language,
    isAnonymous: z.boolean(),
    /** Number of the reporter's earlier reports that were refused as false. */
    falseReports: z.number().int(),
  }),
  createdAt: Time,
  receivedAt: Time,
  state: HeldState,
  roleId: Id.nullable(),
  reason: EndReason.nullable(),
  reasonText: z.string(),
  questions: z.array(ReviewQuestion),
  /** Number of the event that the reporter calls the same. */
  sameAs: z.number().int().nullable(),
  /** Name of another member who is reviewing the report now. */
  reviewer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Time.nullable(),
  canUndo: z.boolean(),
  /** Number of the report to which this one adds a photo. On acceptance the photo becomes a log entry of that event. */
  addsTo: z.number().int().nullable(),
  /** Number of the event into which the report was merged on acceptance. */
  mergedInto: z.number().int().nullable(),
})
export type HeldReport = z.infer<typeof HeldReport>

export const HeldReportWithTwins = HeldReport.extend({ twins: z.array(Twin) })
export type HeldReportWithTwins = z.infer<typeof HeldReportWithTwins>

/** Numbers of held reports, and which new reports are held. */
export const ReviewStatus = z.object({
  waiting: z.number().int(),
  asked: z.number().int(),
  oldestAt: Time.nullable(),
  holdsEverything: z.boolean(),
  holdsEverythingSince: Time.nullable(),
  holdsEverythingBy: z.string().nullable(),
  holdsLink: z.boolean(),
  alertMinutes: z.number().int(),
})
export type ReviewStatus = z.infer<typeof ReviewStatus>

/**
 * Ids of decided reports (`done`), and of reports left unchanged because another reviewer is reviewing or has decided
 * them (`left`).
 */
export const ReviewResult = z.object({ done: z.array(Id), left: z.array(Id) })
export type ReviewResult = z.infer<typeof ReviewResult>

/** Review state of a report for its visitor. Questions and answers are entries of the report. */
export const FollowedReview = z.object({
  state: z.enum(['received', 'seen', 'asked', 'refused']),
  reason: EndReason.nullable(),
  reasonText: z.string(),
})
export type FollowedReview = z.infer<typeof FollowedReview>

/**
 * Whether the reporter can be asked: only about a report, not about an added photo, and not while a question is open.
 */
export const isAskable = ({ state, addsTo }: { state: HeldReport['state']; addsTo: unknown }): boolean =>
  state === 'waiting' && addsTo === null
