import type { QuietHours } from './api.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** Cached by lower-case time zone, because creating a format takes 0.1 ms. */
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const key = timeZone.toLowerCase()
  const stored = formats.get(key)
  if (stored) return stored
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-GB', options)
  formats.set(key, format)
  return format
}

const localMinutes = (now: Date, timeZone: string): number => minutesOf(formatOf(timeZone).format(now))

/**
 * End of the current quiet hours; undefined outside of them. A clock change can make it wrong by an hour, so callers
 * must check again at that time.
 */
export const quietUntil = (quiet: QuietHours | null | undefined, now: Date): Date | undefined => {
  if (!quiet) return undefined
  const from = minutesOf(quiet.from)
  const to = minutesOf(quiet.to)
  const at = localMinutes(now, quiet.timeZone)
  const since = (at - from + DAY_MINUTES) % DAY_MINUTES
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES
  if (since >= length) return undefined
  const startOfMinute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  return new Date(startOfMinute + (length - since) * MINUTE_MS)
}
