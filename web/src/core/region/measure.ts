import { useTranslation } from 'react-i18next'
import { areaSquareMetres, type Language, type LngLat } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'

/** Whether the locale uses acres and square miles instead of m² and km². */
const isImperial = (locale: string) => /-(US|LR|MM)$/i.test(locale)

const SQUARE_METRES_PER_ACRE = 4046.8564224
const SQUARE_METRES_PER_SQUARE_MILE = 2_589_988.110336

type Measure = { value: number; unit: 'acres' | 'squareMiles' | 'squareMetres' | 'squareKilometres' }

export const measureArea = (squareMetres: number, locale: string): Measure => {
  if (isImperial(locale))
    return squareMetres < SQUARE_METRES_PER_SQUARE_MILE
      ? { value: squareMetres / SQUARE_METRES_PER_ACRE, unit: 'acres' }
      : { value: squareMetres / SQUARE_METRES_PER_SQUARE_MILE, unit: 'squareMiles' }
  return squareMetres < 100_000
    ? { value: squareMetres, unit: 'squareMetres' }
    : { value: squareMetres / 1_000_000, unit: 'squareKilometres' }
}

/** Formats an area with three significant digits. */
export const figures = (value: number, language: Language): string =>
  new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }).format(value)

export const useAreaText = () => {
  const { t } = useTranslation()
  return (ring: readonly LngLat[]): string => {
    const language = currentLanguage()
    // The browser's locale also has a country, so it is used if its language is the selected one.
    const locale = navigator.language.startsWith(language) ? navigator.language : language
    const { value, unit } = measureArea(areaSquareMetres(ring), locale)
    return t(`region.area.${unit}`, { value: figures(value, language) })
  }
}
