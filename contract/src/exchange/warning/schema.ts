import { z } from 'zod'
import { WarningSeverity } from '../../alarms/rule/schema.ts'
import { Id, LngLat, required, Time, WebAddress } from '../../platform/kit/schema.ts'

export const MOST_WARNING_FEEDS = 20
/** Current warnings in a reply, the most severe ones first. */
export const WARNINGS_SHOWN = 300
/** Points of all areas of a warning; outlines with more are simplified. */
export const WARNING_POINTS = 1000

/** Warnings of a feed that are kept: all, or those that touch the home area of the service or some regions. */
export const WarningFeedLimit = z.discriminatedUnion('type', [
  z.object({ type: z.literal('all') }),
  z.object({ type: z.literal('home') }),
  z.object({ type: z.literal('regions'), regionIds: z.array(Id).min(1, { error: 'form.required' }).max(200) }),
])
export type WarningFeedLimit = z.infer<typeof WarningFeedLimit>

/** Reasons why a check of a feed failed. Nothing is checked while the server is offline. */
export const warningProblems = [
  // Not on the public Internet.
  'address',
  // A redirect to plain http.
  'insecure',
  'network',
  'timeout',
  // The host replied with an error status.
  'status',
  // A document of more than 5 MB.
  'tooLarge',
  'encoding',
  // No well-formed XML.
  'xml',
  // A document type or entities, which are not read.
  'entities',
  // XML, but neither a feed nor a CAP 1.2 warning.
  'otherContent',
  // The feed was read, but some warnings that it links to were not.
  'someUnread',
  // Reading took too long or too much memory.
  'failed',
] as const
export const WarningProblemCode = z.enum(warningProblems)
export type WarningProblemCode = z.infer<typeof WarningProblemCode>

export const WarningFeedProblem = z.object({
  code: WarningProblemCode,
  /** The status of the reply, for `status`. */
  status: z.number().int().optional(),
  /** The line of the document, for `xml` and `entities`. */
  line: z.number().int().optional(),
  /** How many warnings could not be read, and the problem of the first, for `someUnread`. */
  count: z.number().int().optional(),
  first: WarningProblemCode.optional(),
})
export type WarningFeedProblem = z.infer<typeof WarningFeedProblem>

const shape = {
  name: required(100),
  /** An Atom or RSS feed, or one CAP 1.2 document. */
  url: WebAddress.refine((text) => text.startsWith('https://'), { error: 'form.url' }),
  intervalMinutes: z.number().int().min(1).max(1440),
  /** Whether exercises and tests are kept and shown, marked as such. */
  showsTests: z.boolean(),
  limit: WarningFeedLimit,
  isEnabled: z.boolean(),
}

export const NewWarningFeed = z.object({
  ...shape,
  intervalMinutes: shape.intervalMinutes.default(5),
  showsTests: shape.showsTests.default(false),
  limit: shape.limit.default({ type: 'all' }),
  isEnabled: shape.isEnabled.default(true),
})
export type NewWarningFeed = z.infer<typeof NewWarningFeed>

export const WarningFeedChange = z.object(shape).partial()
export type WarningFeedChange = z.infer<typeof WarningFeedChange>

export const WarningFeed = z.object({
  ...shape,
  _id: Id,
  serviceId: Id,
  createdAt: Time,
  /** A check was requested and has not ended. A live message follows it. */
  isDue: z.boolean(),
  checkedAt: Time.nullable(),
  succeededAt: Time.nullable(),
  /** The problem of the last check; null if it succeeded. */
  problem: WarningFeedProblem.nullable(),
  /** Current warnings. */
  warnings: z.number().int(),
})
export type WarningFeed = z.infer<typeof WarningFeed>

export const WarningStatus = z.enum(['actual', 'exercise', 'system', 'test', 'draft'])
export type WarningStatus = z.infer<typeof WarningStatus>

export const WarningUrgency = z.enum(['immediate', 'expected', 'future', 'past', 'unknown'])
export type WarningUrgency = z.infer<typeof WarningUrgency>

export const WarningCertainty = z.enum(['observed', 'likely', 'possible', 'unlikely', 'unknown'])
export type WarningCertainty = z.infer<typeof WarningCertainty>

export const WarningCategory = z.enum([
  'geo',
  'met',
  'safety',
  'security',
  'rescue',
  'fire',
  'health',
  'env',
  'transport',
  'infra',
  'cbrne',
  'other',
])
export type WarningCategory = z.infer<typeof WarningCategory>

export const WarningResponse = z.enum([
  'shelter',
  'evacuate',
  'prepare',
  'execute',
  'avoid',
  'monitor',
  'assess',
  'allClear',
  'none',
])
export type WarningResponse = z.infer<typeof WarningResponse>

/** The texts of a warning in one language. Texts are plain; a missing one is empty, and a shortened one ends in `…`. */
export const WarningText = z.object({
  /** As the sender wrote it, in lower case: `he`, `en-gb`. */
  language: z.string(),
  event: z.string(),
  headline: z.string(),
  description: z.string(),
  instruction: z.string(),
  senderName: z.string(),
  web: WebAddress,
  contact: z.string(),
  /** The names of the areas, separated by commas. */
  areas: z.string(),
})
export type WarningText = z.infer<typeof WarningText>

export const WarningArea = z.object({
  name: z.string(),
  geocodes: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type WarningArea = z.infer<typeof WarningArea>

/**
 * Outlines as their sender drew them: closed, possibly crossing themselves, without holes. Circles are polygons. Null
 * if the areas have names or codes only.
 */
export const WarningGeometry = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(z.array(LngLat))),
})
export type WarningGeometry = z.infer<typeof WarningGeometry>

export const Warning = z.object({
  _id: Id,
  /** Ids of the warnings that this one updated, which are no longer current. */
  earlierIds: z.array(Id),
  serviceId: Id,
  feed: z.object({ _id: Id, name: z.string() }),
  /** Identify the warning at its sender. */
  identifier: z.string(),
  sender: z.string(),
  status: WarningStatus,
  severity: WarningSeverity,
  urgency: WarningUrgency,
  certainty: WarningCertainty,
  categories: z.array(WarningCategory),
  responses: z.array(WarningResponse),
  sentAt: Time,
  /** May be in the future. */
  beginsAt: Time,
  expiresAt: Time.nullable(),
  /** At least one, in the order of the sender. */
  texts: z.array(WarningText).min(1),
  areas: z.array(WarningArea),
  geometry: WarningGeometry.nullable(),
  /** Regions of the service that the areas touch or name. */
  regionIds: z.array(Id),
  /** The place of an event created from the warning, unless the caller chooses another; null if unknown. */
  place: LngLat.nullable(),
  /** The event that a member created from the warning. */
  event: z.object({ _id: Id, name: z.string(), nonce: z.string() }).nullable(),
})
export type Warning = z.infer<typeof Warning>

export const WarningList = z.object({
  /** The most severe ones first, then the latest. */
  warnings: z.array(Warning),
  /** More than `warnings` if there are very many. */
  total: z.number().int(),
  /** Whether a visible service reads warnings, even if there are none now. */
  hasFeeds: z.boolean(),
})
export type WarningList = z.infer<typeof WarningList>
