import { formatDate, formatTime } from './format.ts'
import { currentLanguage } from './i18n.ts'
import { isolated } from './isolated.ts'

export const momentText = (time: string | number): string => {
  const date = new Date(time)
  return isolated(`${formatDate(date, currentLanguage())} ${formatTime(date)}`)
}
