import type { TFunction } from 'i18next'
import type { Warning, WarningText } from '#contract'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { inLanguage } from '../../i18n/in-language.ts'
import { isolated } from '../../i18n/isolated.ts'

const none: WarningText = {
  language: '',
  event: '',
  headline: '',
  description: '',
  instruction: '',
  senderName: '',
  web: '',
  contact: '',
  areas: '',
}

export const textOf = ({ texts }: Warning): WarningText => inLanguage(texts) ?? none

/** Name of a warning in lists; a warning without texts has its identifier. */
export const nameOfWarning = (warning: Warning): string => {
  const { headline, event, senderName } = textOf(warning)
  return headline || event || senderName || warning.identifier
}

/** Names of the areas in the reader's language, if a text has them; else the names of the areas themselves. */
export const areasOf = (warning: Warning): string =>
  textOf(warning).areas ||
  warning.areas
    .map(({ name }) => name)
    .filter(Boolean)
    .join(', ')

export const isComing = ({ beginsAt }: Warning, now: Date): boolean => new Date(beginsAt) > now

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
