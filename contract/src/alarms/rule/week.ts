import type { TimeCondition } from './schema.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
/** Hours of a week, and a few more for clock changes. */
const MOST_HOURS = 7 * 24 + 4

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const stored = formats.get(timeZone)
  if (stored) return stored
  const options = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-GB', options)
  formats.set(timeZone, format)
  return format
}

const localTime = (at: number, timeZone: string): { day: number; minute: number } => {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return { day: weekdays.indexOf(parts.weekday ?? ''), minute: Number(parts.hour) * 60 + Number(parts.minute) }
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

const isWithin = ({ days, from, to, timeZone }: TimeCondition, at: number): boolean => {
  const { day, minute } = localTime(at, timeZone)
  const first = minutesOf(from)
  const last = minutesOf(to)
  if (first === last) return days.includes(day)
  if (first < last) return days.includes(day) && minute >= first && minute < last
  // Hours past midnight belong to the day on which they began.
  return (days.includes(day) && minute >= first) || (days.includes((day + 6) % 7) && minute < last)
}

/**
 * The next time after `at` when the hours begin or end, the day changes, or a full hour starts, because clocks change
 * at full hours.
 */
const nextStep = ({ from, to, timeZone }: TimeCondition, at: number): number => {
  const { minute } = localTime(at, timeZone)
  const until = [minutesOf(from), minutesOf(to), 0].map((mark) => (mark - minute + DAY_MINUTES) % DAY_MINUTES)
  const wholeMinute = Math.floor(at / MINUTE_MS) * MINUTE_MS
  const marks = until.filter((minutes) => minutes > 0).map((minutes) => wholeMinute + minutes * MINUTE_MS)
  return Math.min(...marks, Math.floor(at / HOUR_MS) * HOUR_MS + HOUR_MS)
}

type Interval = { isWithin: boolean; from: number; until: number }
const intervals = new WeakMap<TimeCondition, Interval>()

/**
 * Whether a condition's hours include a time, and the interval for which that stays so (`until` Infinity: always).
 * Caches the last interval of each condition, because computing local time is slow.
 */
export const hoursAt = (condition: TimeCondition, at: number): Interval => {
  const stored = intervals.get(condition)
  if (stored && at >= stored.from && at < stored.until) return stored
  const isNow = isWithin(condition, at)
  let until = at
  for (let hour = 0; hour < MOST_HOURS * 2; hour++) {
    until = nextStep(condition, until)
    if (isWithin(condition, until) !== isNow) break
    if (hour === MOST_HOURS * 2 - 1) until = Number.POSITIVE_INFINITY
  }
  const interval = { isWithin: isNow, from: at, until }
  intervals.set(condition, interval)
  return interval
}
