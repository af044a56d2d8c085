import type { TFunction } from 'i18next'
import type { Warning, WarningText } from '#contract'
import { formatTime } from '../../i18n/format.ts'
import { inLanguage } from '../../i18n/in-language.ts'
import { isolated } from '../../i18n/isolated.ts'
import { momentText } from '../../i18n/moment.ts'

const none: WarningText = {
  ...{ language: '', event: '', headline: '', description: '', instruction: '', senderName: '' },
  ...{ web: '', contact: '', areas: '' },
}

/** What a warning says to this reader. */
export const textOf = ({ texts }: Warning): WarningText => inLanguage(texts) ?? none

/** Every warning has a name to press, even one without any text. */
export const nameOfWarning = (warning: Warning): string => {
  const { headline, event, senderName } = textOf(warning)
  return headline || event || senderName || warning.identifier
}

/** Names of the areas, in the language of the text if it has any. */
export const areasOf = (warning: Warning): string =>
  textOf(warning).areas ||
  warning.areas
    .map(({ name }) => name)
    .filter(Boolean)
    .join(', ')

export const isComing = ({ beginsAt }: Warning, now: Date): boolean => new Date(beginsAt) > now

/** 18:05, with the date on another day. */
const shortMoment = (time: string, now: Date): string =>
  new Date(time).toDateString() === now.toDateString() ? isolated(formatTime(new Date(time))) : momentText(time)

/** When a coming warning begins, or when a current one ends. */
export const timeText = (warning: Warning, now: Date, t: TFunction): string => {
  const { beginsAt, expiresAt } = warning
  if (isComing(warning, now)) return t('warning.from', { time: shortMoment(beginsAt, now) })
  return expiresAt ? t('warning.until', { time: shortMoment(expiresAt, now) }) : t('warning.noEnd')
}
