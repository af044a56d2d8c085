import type { TFunction } from 'i18next'
import type { AoiSummary, Language } from '#contract'
import { formatDate, formatRelative, formatTime } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import type { AoiQuery } from './data.ts'

type Times = Pick<NonNullable<AoiSummary['properties']['activity']>, 'startTime' | 'plannedTime'>

const moment = (time: Date, language: Language) => `${formatDate(time, language)} ${formatTime(time)}`

export const startText = ({ startTime, plannedTime }: Times, language: Language): string => {
  if (startTime) return moment(new Date(startTime), language)
  return plannedTime ? `– ${moment(new Date(plannedTime), language)}` : ''
}

/**
 * Formats a period as `05 Mar 2026 10:00–12:00`. Repeats the date if the end is on another day, and leaves out a
 * missing start or end.
 */
export const periodText = ({ startTime, plannedTime }: Times, language: Language): string => {
  const start = startTime ? new Date(startTime) : undefined
  const end = plannedTime ? new Date(plannedTime) : undefined
  if (!start) return end ? `– ${moment(end, language)}` : ''
  if (!end) return moment(start, language)
  const isOneDay = formatDate(start, language) === formatDate(end, language)
  return `${moment(start, language)}${isOneDay ? `–${formatTime(end)}` : ` – ${moment(end, language)}`}`
}

/** Time shown in a row: the start of an activity, unless the list is sorted by creation, or the time of the report. */
export const rowTime = (
  { properties: { activity, creationTime } }: AoiSummary,
  sort: AoiQuery['sort'],
  now: Date,
  t: TFunction,
): string =>
  activity && sort !== 'createdAt'
    ? startText(activity, currentLanguage())
    : formatRelative(new Date(creationTime), now, t, currentLanguage())
