import type { TFunction } from 'i18next'
import type { Language } from '#contract'
import { currentLanguage } from './i18n.ts'
import { isolated } from './isolated.ts'

/** Formats of section 9 of the specification, in the browser's time zone. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const two = (number: number): string => String(number).padStart(2, '0')

const months = new Map<Language, Intl.DateTimeFormat>()
const monthName = (date: Date, language: Language): string => {
  const format = months.get(language) ?? new Intl.DateTimeFormat(language, { month: 'short' })
  months.set(language, format)
  return format.format(date)
}

export const formatDate = (date: Date, language: Language): string =>
  `${two(date.getDate())} ${monthName(date, language)} ${date.getFullYear()}`

/** As 07:05. */
export const formatTime = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`

export const formatRelative = (date: Date, now: Date, t: TFunction, language: Language): string => {
  const age = now.getTime() - date.getTime()
  if (age < MINUTE_MS) return t('time.justNow')
  if (age < HOUR_MS) return t('time.minutesAgo', { count: Math.floor(age / MINUTE_MS) })
  if (age < DAY_MS) return t('time.hoursAgo', { count: Math.floor(age / HOUR_MS) })
  return formatDate(date, language)
}

const numbers = new Map<Language, Intl.NumberFormat>()
export const formatNumber = (value: number, language: Language): string => {
  const format = numbers.get(language) ?? new Intl.NumberFormat(language)
  numbers.set(language, format)
  return format.format(value)
}

export const momentText = (time: string | number): string => {
  const date = new Date(time)
  return isolated(`${formatDate(date, currentLanguage())} ${formatTime(date)}`)
}
