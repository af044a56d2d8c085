import { type Language, languageTraits } from '#contract'
import { formatDate } from '../../i18n/format.ts'

/** Periods of the calendar. Days are YYYY-MM-DD in the browser's time zone. */
export type Span = 'month' | 'week' | 'day' | 'agenda'

const dateOf = (day: string): Date => new Date(`${day}T00:00:00`)
const two = (number: number): string => String(number).padStart(2, '0')
export const dayOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

export const step = (day: string, span: Span, way: 1 | -1): string => {
  const date = dateOf(day)
  if (span === 'day' || span === 'week') date.setDate(date.getDate() + way * (span === 'week' ? 7 : 1))
  else {
    const dayOfMonth = date.getDate()
    date.setDate(1)
    date.setMonth(date.getMonth() + way)
    date.setDate(Math.min(dayOfMonth, new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()))
  }
  return dayOf(date)
}

const startOfWeek = (day: string, firstWeekday: number): Date => {
  const date = dateOf(day)
  date.setDate(date.getDate() - ((date.getDay() - firstWeekday + 7) % 7))
  return date
}

export const titleOf = (day: string, span: Span, language: Language, firstWeekday: number): string => {
  if (span === 'day') {
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'long' }).format(dateOf(day))
    return `${weekday}, ${formatDate(dateOf(day), language)}`
  }
  if (span === 'week') {
    const first = startOfWeek(day, firstWeekday)
    const last = new Date(first.getFullYear(), first.getMonth(), first.getDate() + 6)
    const format = new Intl.DateTimeFormat(languageTraits[language].dayFirst, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    })
    return format.formatRange(first, last)
  }
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(dateOf(day))
}
