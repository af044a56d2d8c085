import type { ImportMapping } from '#contract'
import { databaseTime } from '../../platform/db/clock.ts'

type TimeOptions = Pick<ImportMapping, 'dateOrder' | 'timeZone'>

const months = [
  'jan ינואר ינו',
  'feb פברואר פבר',
  'mar מרץ מרס',
  'apr אפריל אפר',
  'may מאי',
  'jun יוני',
  'jul יולי',
  'aug אוגוסט אוג',
  'sep ספטמבר ספט',
  'oct אוקטובר אוק',
  'nov נובמבר נוב',
  'dec דצמבר דצמ',
].map((names) => names.split(' '))

const monthOf = (word: string): number | undefined => {
  const plain = word
    .toLowerCase()
    .replace(/^[בל](?=.{3})/, '')
    .replace(/['׳.]/g, '')
  const index = months.findIndex((names) =>
    names.some((name) => (/[a-z]/.test(name) ? plain.startsWith(name) : plain === name)),
  )
  return index < 0 ? undefined : index + 1
}

type Day = { year: number; month: number; day: number }

/** Two-digit years are of this century, or of the last one if they would be more than 20 years ahead. */
const fullYear = (year: number): number => {
  if (year >= 100) return year
  const here = databaseTime().getUTCFullYear() % 100
  return year > here + 20 ? 1900 + year : 2000 + year
}

const isDay = ({ year, month, day }: Day): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1 && year <= 9999 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const numericDay = (text: string, order: ImportMapping['dateOrder']): Day | undefined => {
  const [, a, b, c] = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})$/.exec(text) ?? []
  if (a === undefined || b === undefined || c === undefined) return undefined
  const first = Number(a)
  const second = Number(b)
  const third = Number(c)
  if (a.length > 2) return { year: first, month: second, day: third }
  if (order === 'ymd' && c.length <= 2) return { year: fullYear(first), month: second, day: third }
  const [day, month] = order === 'mdy' ? [second, first] : [first, second]
  // A day in the place of the month means the other order.
  return month > 12 && day <= 12
    ? { year: fullYear(third), month: day, day: month }
    : { year: fullYear(third), month, day }
}

const namedDay = (text: string): Day | undefined => {
  const words = text
    .replace(/,/g, ' ')
    .split(/[\s-]+/)
    .filter(Boolean)
  const numbers = words.flatMap((word) => (/^\d{1,4}(st|nd|rd|th)?$/i.test(word) ? [Number.parseInt(word, 10)] : []))
  const month = words.map(monthOf).find((found) => found !== undefined)
  const [first, second] = numbers
  if (month === undefined || first === undefined || second === undefined || numbers.length !== 2) return undefined
  return first > 31 ? { year: first, month, day: second } : { year: fullYear(second), month, day: first }
}

const formats = new Map<string, Intl.DateTimeFormat>()
const clockOf = (at: number, timeZone: string): number => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  formats.set(timeZone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)])) as Record<
    'year' | 'month' | 'day' | 'hour' | 'minute' | 'second',
    number
  >
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second)
}

/** Converts a local time of the zone to UTC. `shown`: the local time as if it were UTC. */
const timeInZone = (shown: number, timeZone: string): Date => {
  const first = shown - (clockOf(shown, timeZone) - shown)
  return new Date(first - (clockOf(first, timeZone) - shown))
}

const EXCEL_EPOCH = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

/** Days since 1900 as spreadsheets count them, or seconds or milliseconds since 1970. */
const numberTime = (text: string, timeZone: string): Date | undefined => {
  if (/^\d{13}$/.test(text)) return new Date(Number(text))
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000)
  const days = Number(text)
  if (!/^\d{5}(\.\d+)?$/.test(text) || days < 10_000) return undefined
  return timeInZone(EXCEL_EPOCH + Math.round(days * DAY_MS), timeZone)
}

const CLOCK = /(?:^|[\sT,]+)(?:ב?שעה\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(am|pm|a\.m\.|p\.m\.)?$/i
/** A time with a zone. GDAL writes `2026/03/04 05:06:07+00`. */
const ISO = /^\d{4}([-/])\d{2}\1\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|[+-]\d{2}(:?\d{2})?|UTC)$/i

/** No time is longer than this. */
const MAX_LETTERS = 100

/** Parses times as people write them. A time without a zone uses the mapping's zone. */
export const timeOf = (text: string, { dateOrder, timeZone }: TimeOptions): Date | undefined => {
  if (text.length > MAX_LETTERS) return undefined
  const trimmed = text.trim().replace(/[\u200e\u200f]/g, '')
  if (ISO.test(trimmed)) {
    const time = new Date(
      trimmed
        .replaceAll('/', '-')
        .replace(' ', 'T')
        .replace(/\s*UTC$/i, 'Z')
        .replace(/\s+/g, '')
        .replace(/([+-]\d{2})$/, '$1:00'),
    )
    // PostgreSQL has no year 0.
    return time.getUTCFullYear() >= 1 ? time : undefined
  }
  const number = numberTime(trimmed, timeZone)
  if (number) return number
  const clock = CLOCK.exec(trimmed)
  const date = (clock ? trimmed.slice(0, clock.index) : trimmed).trim()
  const day = numericDay(date, dateOrder) ?? namedDay(date)
  if (!day || !isDay(day)) return undefined
  const [, h = '0', minute = '0', second = '0', half] = clock ?? []
  const isAfternoon = /^p/i.test(half ?? '')
  const hour = half ? (Number(h) % 12) + (isAfternoon ? 12 : 0) : Number(h)
  if (hour > 24 || Number(minute) > 59 || Number(second) > 59) return undefined
  return timeInZone(Date.UTC(day.year, day.month - 1, day.day, hour, Number(minute), Number(second)), timeZone)
}

/** The order of day and month that fits all dates; `otherwise` if both orders fit. */
export const orderOf = (
  samples: readonly string[],
  otherwise: ImportMapping['dateOrder'],
): ImportMapping['dateOrder'] => {
  for (const sample of samples) {
    const [, first, second] = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/.exec(sample.trim()) ?? []
    if (Number(first) > 12) return 'dmy'
    if (Number(second) > 12) return 'mdy'
  }
  return otherwise
}
