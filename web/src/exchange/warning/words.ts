import type { TFunction } from 'i18next'
import { type Warning, type WarningText, warningAreas, warningName, warningText } from '#contract'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'

export const textOf = (warning: Warning): WarningText => warningText(warning, currentLanguage())

export const nameOfWarning = (warning: Warning): string => warningName(warning, currentLanguage())

export const areasOf = (warning: Warning): string => warningAreas(warning, currentLanguage())

export const isComing = ({ beginsAt }: Warning, now: Date): boolean => new Date(beginsAt) > now

/** Warnings in effect, and upcoming ones. */
export const warningParts = (warnings: readonly Warning[], now: Date) => ({
  current: warnings.filter((warning) => !isComing(warning, now)),
  coming: warnings.filter((warning) => isComing(warning, now)),
})

const DAY_MS = 86_400_000
const WEEK_DAYS = 6

/** A short time, such as `18:05`, `Fri 18:05` or `19 Dec 2026`, because a row also names the areas. */
const shortMoment = (time: string, now: Date): string => {
  const date = new Date(time)
  if (date.toDateString() === now.toDateString()) return isolated(formatTime(date))
  if (Math.abs(date.getTime() - now.getTime()) > WEEK_DAYS * DAY_MS)
    return isolated(formatDate(date, currentLanguage()))
  const weekday = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short' }).format(date)
  return isolated(`${weekday} ${formatTime(date)}`)
}

/** Start of a coming warning, or end of a current one. */
export const timeText = (warning: Warning, now: Date, t: TFunction): string => {
  const { beginsAt, expiresAt } = warning
  if (isComing(warning, now)) return t('warning.from', { time: shortMoment(beginsAt, now) })
  return expiresAt ? t('warning.until', { time: shortMoment(expiresAt, now) }) : t('warning.noEnd')
}
