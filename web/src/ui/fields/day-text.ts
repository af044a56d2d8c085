import { type Language, languages } from '#contract'
import { formatDate } from '../../i18n/format.ts'

const iso = (year: number, month: number, day: number): string | null => {
  const date = new Date(year, month - 1, day)
  if (date.getMonth() !== month - 1 || date.getDate() !== day || year < 1000) return null
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

const monthNumber = (name: string): number => {
  const start = name.toLowerCase().replace(/[.׳']$/, '')
  const names = (language: string) =>
    Array.from({ length: 12 }, (_, month) =>
      new Intl.DateTimeFormat(language, { month: 'long' }).format(new Date(2024, month, 1)).toLowerCase(),
    )
  for (const language of Object.keys(languages)) {
    const found = start.length > 1 ? names(language).findIndex((month) => month.startsWith(start)) : -1
    if (found >= 0) return found + 1
  }
  return 0
}

/**
 * Parses `19 Nov 2026`, `19.11.2026`, `19/11/2026` or `2026-11-19` to the last form. The day always precedes the month,
 * because all our formats are so.
 */
export const parseDay = (text: string): string | null => {
  const typed = text.trim()
  const standard = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (standard) return iso(Number(standard[1]), Number(standard[2]), Number(standard[3]))
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[\s./-]+([^\s./-]+)[\s./-]+(\d{4})$/.exec(typed) ?? []
  return iso(Number(year), /^\d+$/.test(month) ? Number(month) : monthNumber(month), Number(day))
}

export const dayText = (day: string, language: Language): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return formatDate(new Date(year, month - 1, date), language)
}
