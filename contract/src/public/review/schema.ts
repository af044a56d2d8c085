import { z } from 'zod'
import { EventType } from '../../core/event-type/api.ts'
import { Id, LngLat, Time } from '../../platform/kit/schema.ts'
import { Language, Translations } from '../../platform/language/language.ts'
import { Twin } from '../twin/api.ts'

export const REVIEWED_AT_ONCE = 200
/** Words that a visitor can add to a report that waits, and questions it can be asked, together. */
export const QUESTIONS_MAX = 50

/** `asked`: waiting for the visitor's answer. */
export const HeldState = z.enum(['waiting', 'asked', 'refused', 'accepted'])
export type HeldState = z.infer<typeof HeldState>

/** Why a report is refused. The visitor reads a sentence for it in its own language. */
export const refusalReasons = ['outsideArea', 'notOurs', 'unclear', 'privacy', 'misuse', 'false', 'other'] as const
export const RefusalReason = z.enum(refusalReasons)
export type RefusalReason = z.infer<typeof RefusalReason>

/** Why a report ended without an event: refused by the team, or withdrawn by its visitor. */
export const EndReason = z.enum([...refusalReasons, 'withdrawn'])
export type EndReason = z.infer<typeof EndReason>

/** A reviewer's question with its answer, or an unasked addition by the visitor without a question. */
export const ReviewQuestion = z.object({
  question: z.string().nullable(),
  askedAt: Time.nullable(),
  answer: z.string().nullable(),
  answeredAt: Time.nullable(),
})
export type ReviewQuestion = z.infer<typeof ReviewQuestion>

export const HeldReport = z.object({
  _id: Id,
  /** The number that the event has once the report is accepted. */
  number: z.number().int(),
  name: z.string(),
  /** Rich text, sanitised. */
  description: z.string(),
  type: EventType.pick({ _id: true, name: true, translations: true, icon: true, colour: true }),
  answers: z.array(z.object({ name: z.string(), translations: Translations, value: z.string() })),
  /** Null for a report by text message: it is accepted with a place, or merged into an event. */
  coordinates: LngLat.nullable(),
  address: z.string().nullable(),
  image: z.string().nullable(),
  reporter: z.object({
    name: z.string(),
    phone: z.string().nullable(),
    /** Reported by text message: the gateway vouches for the number, nobody for the person. */
    isByText: z.boolean(),
    language: Language,
    isAnonymous: z.boolean(),
    /** How many of its earlier reports were refused as false. */
    falseReports: z.number().int(),
  }),
  createdAt: Time,
  receivedAt: Time,
  state: HeldState,
  roleId: Id.nullable(),
  reason: EndReason.nullable(),
  reasonText: z.string(),
  questions: z.array(ReviewQuestion),
  /** Event that the reporter says is the same. */
  sameAs: z.number().int().nullable(),
  /** Another member who has it on the screen now. */
  reviewer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Time.nullable(),
  canUndo: z.boolean(),
  /** Number of the report that this one adds a photo to; accepted, it becomes an entry of that event. */
  addsTo: z.number().int().nullable(),
  /** Number of the event it was merged into on acceptance. */
  mergedInto: z.number().int().nullable(),
})
export type HeldReport = z.infer<typeof HeldReport>

export const HeldReportWithTwins = HeldReport.extend({ twins: z.array(Twin) })
export type HeldReportWithTwins = z.infer<typeof HeldReportWithTwins>

/** How many reports wait, and what is held. */
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

/** Reports that were decided, and reports left unchanged because another reviewer has or decided them. */
export const ReviewResult = z.object({ done: z.array(Id), left: z.array(Id) })
export type ReviewResult = z.infer<typeof ReviewResult>

/** Review state of a report for its visitor. Questions and answers are entries. */
export const FollowedReview = z.object({
  state: z.enum(['received', 'seen', 'asked', 'refused']),
  reason: EndReason.nullable(),
  reasonText: z.string(),
})
export type FollowedReview = z.infer<typeof FollowedReview>
