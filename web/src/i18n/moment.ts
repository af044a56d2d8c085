import { formatDate, formatTime } from './format.ts'
import { currentLanguage } from './i18n.ts'
import { isolated } from './isolated.ts'

/** 05 Mar 2026 07:05, as a part of a sentence. */
export const momentText = (time: string | number): string => {
  const date = new Date(time)
  return isolated(`${formatDate(date, currentLanguage())} ${formatTime(date)}`)
}
