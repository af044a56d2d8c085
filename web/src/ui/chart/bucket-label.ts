import { formatDate } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import type { Unit } from './buckets.ts'

export const labelOf = (start: string, unit: Unit): string => {
  const date = new Date(`${start}T00:00:00`)
  return unit === 'month'
    ? new Intl.DateTimeFormat(currentLanguage(), { month: 'short', year: 'numeric' }).format(date)
    : formatDate(date, currentLanguage())
}
