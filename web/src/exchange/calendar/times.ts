import type { CalendarItem, Language } from '#contract'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { isolated } from '../../i18n/isolated.ts'
import type { Times } from './data.ts'

export const startOf = ({ startTime, endTime }: Times): string | null => startTime ?? endTime

export const isShown = (item: CalendarItem): boolean => startOf(item) !== null

export const moveTimes = ({ startTime, endTime }: Times, to: Date): Times => {
  const from = startTime ?? endTime
  const by = from ? to.getTime() - Date.parse(from) : 0
  const move = (time: string | null) => time && new Date(Date.parse(time) + by).toISOString()
  return { startTime: move(startTime), endTime: move(endTime) }
}

/** As `20 Nov 2026, 08:30 – 10:00`, with both dates if they differ. */
export const timeText = ({ startTime, endTime }: Times, language: Language): string => {
  const dateTime = (time: string) => `${formatDate(new Date(time), language)}, ${formatTime(new Date(time))}`
  if (!startTime || !endTime || startTime === endTime) return dateTime(startTime ?? endTime ?? '')
  const start = new Date(startTime)
  const end = new Date(endTime)
  const isOneDay = formatDate(start, language) === formatDate(end, language)
  return `${dateTime(startTime)} – ${isOneDay ? formatTime(end) : dateTime(endTime)}`
}

type Clock = { hour: number; minute: number }
const clockText = ({ hour, minute }: Clock) => [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')

/** Formats hours as `08:30` or `08:30–10:00`. Intl would drop leading zeros in Hebrew ranges. */
export const hoursText = ({ start, end }: { start: Clock; end?: Clock | null }): string => {
  const from = clockText(start)
  const to = end && clockText(end)
  return to && to !== from ? isolated(`${from}–${to}`) : from
}
