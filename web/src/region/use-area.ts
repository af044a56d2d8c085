import { useTranslation } from 'react-i18next'
import { areaSquareMetres, type LngLat } from '#contract'
import { currentLanguage } from '../i18n/i18n.ts'
import { figures, measureArea } from './measure.ts'

/** An area in words, in the units of the reader's country. */
export const useAreaText = () => {
  const { t } = useTranslation()
  return (ring: readonly LngLat[]): string => {
    const { value, unit } = measureArea(areaSquareMetres(ring), navigator.language)
    return t(`region.area.${unit}`, { value: figures(value, currentLanguage()) })
  }
}
