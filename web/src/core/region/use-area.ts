import { useTranslation } from 'react-i18next'
import { areaSquareMetres, type LngLat } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { figures, measureArea } from './measure.ts'

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
