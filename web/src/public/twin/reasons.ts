import type { Language, Twin } from '#contract'
import { dotted, isolatedHere } from '../../i18n/isolated.ts'

const unitText = (value: number, unit: string, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(value)

const ageText = (minutes: number, language: Language): string => {
  if (minutes < 90) return unitText(minutes, 'minute', language)
  return minutes < 48 * 60 ? unitText(minutes / 60, 'hour', language) : unitText(minutes / 1440, 'day', language)
}

/** Reasons why two reports are alike, as `60 m · 12 min · “tree” “road”`. */
export const reasonsText = (
  { metres, minutes, words }: Pick<Twin, 'metres' | 'minutes' | 'words'>,
  language: Language,
) =>
  dotted([
    unitText(metres, 'meter', language),
    ageText(minutes, language),
    words.map((word) => isolatedHere(`“${word}”`)).join(' '),
  ])
