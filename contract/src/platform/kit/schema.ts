import { z } from 'zod'
import type { Translations } from '../language/language.ts'

export const Id = z.uuid()
export const idParams = z.object({ id: Id })
export const noFields = z.object({})

/** ISO 8601 in UTC, the form of every time in replies. */
export const Time = z.iso.datetime()

export const LngLat = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
export type LngLat = z.infer<typeof LngLat>

type Range = readonly [minimum: number, maximum: number]

const numberSchema = ([minimum, maximum]: Range) => ({ type: 'number', minimum, maximum })

/** A list of pairs of numbers, checked by a function, because schemas for each number take 0.3 s per megabyte. */
export const pairs = (maxItems: number, first: Range, second: Range) => {
  const isIn = (value: unknown, [minimum, maximum]: Range) =>
    typeof value === 'number' && value >= minimum && value <= maximum
  const isPair = (value: unknown) =>
    Array.isArray(value) && value.length === 2 && isIn(value[0], first) && isIn(value[1], second)
  const items = { type: 'array', minItems: 2, maxItems: 2, items: { anyOf: [first, second].map(numberSchema) } }
  return z
    .custom<[number, number][]>((list) => Array.isArray(list) && list.length <= maxItems && list.every(isPair), {
      error: 'form.invalid',
    })
    .meta({ type: 'array', maxItems, items })
}

/** Range of years that PostgreSQL, ISO 8601 and JavaScript write alike. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** A time sent by a client: ms since 1970 as a number or numeric string, or ISO 8601. */
export const SentTime = z
  .union([z.number(), z.string()])
  .transform((value) => new Date(typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value))
  // An invalid date fails both comparisons.
  .refine((date) => date.getTime() >= EARLIEST && date.getTime() <= LATEST, { error: 'form.invalid' })
  .describe('ISO 8601, or milliseconds since 1970')

/** Three-letter time zones that PostgreSQL knows, too. JavaScript also accepts others, such as AET, PST and SST. */
const SHORT_ZONES = ['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET']

const usableZones = new Set<string>()
/** IANA has some 600 names. More are spellings in other cases, sent by clients. */
const MOST_KEPT_ZONES = 1_000

const isTimeZone = (name: string): boolean => {
  if (usableZones.has(name)) return true
  const isUsable = isUsableZone(name)
  if (isUsable && usableZones.size < MOST_KEPT_ZONES) usableZones.add(name)
  return isUsable
}

/** Takes almost a millisecond, because it loads the rules of the zone. */
const isUsableZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    if (name.length === 3) return SHORT_ZONES.includes(name.toUpperCase())
    // Rejects offsets such as +03:00, whose sign is reversed in PostgreSQL, and System V names, which PostgreSQL lacks.
    return /^[a-z]/i.test(name) && !/^SystemV\/|^US\/Pacific-New$/i.test(name)
  } catch {
    return false
  }
}

/** The reader's time zone as an IANA name. Determines where days begin. */
export const TimeZone = z.string().max(60).refine(isTimeZone, { error: 'form.invalid' }).default('UTC')

export const trimmed = (max: number) => z.string().trim().max(max)
export const required = (max: number) => trimmed(max).min(1)

/** A value sent as text or number and stored as text. A missing value is reported like missing text. */
const textOrNumber = <T extends z.ZodType<string, string>>(text: T) =>
  z.union([text, z.number().transform(String)], {
    error: ({ input }) => (input === undefined || input === null ? 'form.required' : undefined),
  })
export const valueText = (max: number) => textOrNumber(trimmed(max))
export const requiredValue = (max: number) => textOrNumber(required(max))

/** Whether HTML contains any text besides tags. */
const hasWords = (html: string): boolean => html.replace(/<[^<>]*>|&nbsp;/g, '').trim() !== ''

export const requiredHtml = (max: number) => z.string().max(max).refine(hasWords, { error: 'form.required' })

/** As `#1c7ed6`, the form that the database stores. */
export const Colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/)

/** An http or https address, or an empty text for none. */
export const WebAddress = trimmed(2000).refine((text) => text === '' || isWebAddress(text), { error: 'form.url' })

/**
 * The host may have letters of any script, digits, `-`, `_` and dots, or be an IPv6 literal. User names and wildcards
 * are rejected.
 */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/(\[[\da-f:.]{2,45}\]|[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,252})(:\d{1,5})?([/?#][^\s\p{Cc}]*)?$/iu.test(
    text,
  )

/** Whether the text is a path on this server, as `/maps/style.json`. Two leading slashes would name another host. */
export const isOwnPath = (text: string): boolean => /^\/[^/\\\s\p{Cc}][^\\\s\p{Cc}]*$/u.test(text)

export const NewOrder = z.object({
  ids: z
    .array(Id)
    .min(1)
    .max(1000)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'form.invalid' }),
})

const jsonTexts = new WeakMap<z.ZodType, z.ZodType>()

/** A part of a multipart form with JSON as text. */
export const jsonText = <T extends z.ZodType>(schema: T) => {
  const text = z
    .string()
    .transform((value, context) => {
      try {
        return JSON.parse(value) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'form.invalid' })
        return z.NEVER
      }
    })
    .pipe(schema)
  jsonTexts.set(text, schema)
  return text
}

/** Schema of the JSON inside a text; undefined for other schemas. */
export const heldBy = (schema: z.ZodType): z.ZodType | undefined => jsonTexts.get(schema)

const documented = new WeakMap<z.ZodType, z.ZodType>()

/** Registers `shown` as the schema in the API document, for a schema that JSON Schema cannot express. */
export const documentedAs = <T extends z.ZodType>(schema: T, shown: z.ZodType): T => {
  documented.set(schema, shown)
  return schema
}

export const documentedFormOf = (schema: z.ZodType): z.ZodType | undefined => documented.get(schema)

const withoutEmpty = <T extends object>(values: T): T =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value && (typeof value !== 'object' || Object.keys(value).length > 0)),
  ) as T

/** Translations from a client: texts by name, each with the maximum length of its field. Empty texts are dropped. */
export const translationsOf = (lengths: Record<string, number>) => {
  const fields = Object.entries(lengths).map(([name, max]) => [name, z.string().trim().max(max).optional()])
  const texts = z.object(Object.fromEntries(fields)).transform(withoutEmpty)
  return z.record(z.string().max(20), texts).transform((all) => withoutEmpty(all) as Translations)
}

export const NameTranslations = translationsOf({ name: 200 })
