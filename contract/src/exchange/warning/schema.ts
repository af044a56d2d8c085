import { z } from 'zod'
import { WarningSeverity } from '../../alarms/rule/schema.ts'
import { Id, LngLat, required, Time, WebAddress } from '../../platform/kit/schema.ts'

export const MOST_WARNING_FEEDS = 20
/** Maximum number of current warnings in a reply, the most severe first. */
export const WARNINGS_SHOWN = 300
/** Maximum number of points in all areas of a warning; larger outlines are simplified. */
export const WARNING_POINTS = 1000

/** Selects the warnings of a feed to store: all, or those that touch the service's home area or certain regions. */
export const WarningFeedLimit = z.discriminatedUnion('type', [
  z.object({ type: z.literal('all') }),
  z.object({ type: z.literal('home') }),
  z.object({ type: z.literal('regions'), regionIds: z.array(Id).min(1, { error: 'form.required' }).max(200) }),
])
export type WarningFeedLimit = z.infer<typeof WarningFeedLimit>

/** Reasons why a check of a feed failed. Nothing is checked while the server is offline. */
export const warningProblems = [
  // The address is not on the public Internet.
  'address',
  // The host redirected to plain http.
  'insecure',
  'network',
  'timeout',
  // The host replied with an error status.
  'status',
  // The document is larger than 5 MB.
  'tooLarge',
  'encoding',
  // The document is not well-formed XML.
  'xml',
  // The document has a document type or entities, which are rejected.
  'entities',
  // The XML is neither a feed nor a CAP 1.2 warning.
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
  /** HTTP status of the reply, for `status`. */
  status: z.number().int().optional(),
  /** Line of the document, for `xml` and `entities`. */
  line: z.number().int().optional(),
  /** For `someUnread`: the number of unread warnings, and the problem of the first. */
  count: z.number().int().optional(),
  first: WarningProblemCode.optional(),
})
export type WarningFeedProblem = z.infer<typeof WarningFeedProblem>

const shape = {
  name: required(100),
  /** An Atom or RSS feed, or one CAP 1.2 document. */
  url: WebAddress.refine((text) => text.startsWith('https://'), { error: 'form.url' }),
  intervalMinutes: z.number().int().min(1).max(1440),
  /** Whether exercises and tests are stored and shown, marked as such. */
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
  /** True while a requested check has not ended. A live message announces its end. */
  isDue: z.boolean(),
  checkedAt: Time.nullable(),
  succeededAt: Time.nullable(),
  /** The problem of the last check; null if it succeeded. */
  problem: WarningFeedProblem.nullable(),
  /** Number of current warnings. */
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

/** Plain texts of a warning in one language. A missing text is empty; a shortened one ends with `…`. */
export const WarningText = z.object({
  /** Language tag from the sender, in lower case: `he`, `en-gb`. */
  language: z.string(),
  event: z.string(),
  headline: z.string(),
  description: z.string(),
  instruction: z.string(),
  senderName: z.string(),
  web: WebAddress,
  contact: z.string(),
  /** Names of the areas, separated by commas. */
  areas: z.string(),
})
export type WarningText = z.infer<typeof WarningText>

export const WarningArea = z.object({
  name: z.string(),
  geocodes: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type WarningArea = z.infer<typeof WarningArea>

/**
 * Outlines from the sender: closed, without holes, possibly crossing themselves. Circles are approximated by polygons.
 * Null if the areas have only names or codes.
 */
export const WarningGeometry = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(z.array(LngLat))),
})
export type WarningGeometry = z.infer<typeof WarningGeometry>

export const Warning = z.object({
  _id: Id,
  /** Ids of warnings that this one updated and replaced. */
  earlierIds: z.array(Id),
  serviceId: Id,
  feed: z.object({ _id: Id, name: z.string() }),
  /** `identifier` and `sender` identify the warning in its source. */
  identifier: z.string(),
  sender: z.string(),
  status: WarningStatus,
  severity: WarningSeverity,
  urgency: WarningUrgency,
  certainty: WarningCertainty,
  categories: z.array(WarningCategory),
  responses: z.array(WarningResponse),
  sentAt: Time,
  /** The warning takes effect at this time, possibly in the future. */
  beginsAt: Time,
  expiresAt: Time.nullable(),
  /** At least one text, in the sender's order. */
  texts: z.array(WarningText).min(1),
  areas: z.array(WarningArea),
  geometry: WarningGeometry.nullable(),
  /** Regions of the service that the areas touch or name. */
  regionIds: z.array(Id),
  /** Default place of an event created from the warning; null if unknown. */
  place: LngLat.nullable(),
  /** Event that a member created from the warning. */
  event: z.object({ _id: Id, name: z.string(), nonce: z.string() }).nullable(),
})
export type Warning = z.infer<typeof Warning>

export const WarningList = z.object({
  /** The most severe first; equally severe warnings by time, the latest first. */
  warnings: z.array(Warning),
  /** Number of current warnings, which may exceed those in the reply. */
  total: z.number().int(),
  /** Whether a visible service has warning feeds, even without current warnings. */
  hasFeeds: z.boolean(),
})
export type WarningList = z.infer<typeof WarningList>
