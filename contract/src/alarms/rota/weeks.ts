import type { Rota } from './schema.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

type Rotation = Pick<Rota, 'memberIds' | 'startsOn' | 'handoverAt' | 'timeZone' | 'swaps'>

/** A week of duty. `week` is its first day; `from` and `until` are ms since 1970. */
export type DutyWeek = { week: string; from: number; until: number; memberId: string; isSwapped: boolean }

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const stored = formats.get(timeZone)
  if (stored) return stored
  const part = '2-digit' as const
  const parts = { year: 'numeric', month: part, day: part, hour: part, minute: part, hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-CA', { ...parts, timeZone })
  formats.set(timeZone, format)
  return format
}

/** The zone's local time, encoded as if it were UTC. */
const clockAt = (at: number, timeZone: string): number => {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute)
}

/**
 * Converts a day and time of a zone to ms since 1970. A local time that is skipped when clocks go forward counts as an
 * hour later.
 */
const timeOnClock = (day: string, clock: string, timeZone: string): number => {
  const shown = Date.parse(`${day}T${clock}:00Z`)
  const first = shown - (clockAt(shown, timeZone) - shown)
  return first - (clockAt(first, timeZone) - shown)
}

const dayOf = (startsOn: string, number: number): string =>
  new Date(Date.parse(`${startsOn}T00:00:00Z`) + number * WEEK_MS).toISOString().slice(0, 10)

const weekNumber = ({ startsOn, handoverAt, timeZone }: Rotation, at: number): number => {
  const begins = (number: number) => timeOnClock(dayOf(startsOn, number), handoverAt, timeZone)
  // Checks the neighbouring weeks, because a clock change moves a handover by up to an hour.
  const near = Math.floor((at - begins(0)) / WEEK_MS)
  return [near + 1, near, near - 1].find((number) => begins(number) <= at) ?? near
}

const dutyWeek = (rota: Rotation, number: number): DutyWeek => {
  const { memberIds, startsOn, handoverAt, timeZone, swaps } = rota
  const week = dayOf(startsOn, number)
  const swap = swaps.find((one) => one.week === week)
  return {
    week,
    from: timeOnClock(week, handoverAt, timeZone),
    until: timeOnClock(dayOf(startsOn, number + 1), handoverAt, timeZone),
    memberId: swap?.memberId ?? (memberIds[number % memberIds.length] as string),
    isSwapped: swap !== undefined,
  }
}

/** Weeks that overlap a period, in order; no weeks before the rota begins. */
export const dutyWeeks = (rota: Rotation, from: number, until: number): DutyWeek[] => {
  const first = Math.max(0, weekNumber(rota, from))
  const latest = weekNumber(rota, until - 1)
  return Array.from({ length: Math.max(0, latest - first + 1) }, (_, index) => dutyWeek(rota, first + index))
}

export const onDutyAt = (rota: Rotation, at: number): DutyWeek | undefined => dutyWeeks(rota, at, at + 1)[0]
