import { useTranslation } from 'react-i18next'
import type { LngLat } from '#contract'
import { directionOf } from '../../i18n/isolated.ts'
import { useAddress } from './data.ts'

type Props = { at: LngLat; saved?: string | null | undefined }

/** The saved address of a place, or the address found by the geocoder, or the coordinates of the place. */
export const Address = ({ at, saved }: Props) => {
  const { t } = useTranslation()
  const { data, isError, isLoading } = useAddress(at, { enabled: !saved })
  if (saved) return <bdi dir={directionOf(saved)}>{saved}</bdi>
  if (isLoading) return <span>{t('form.loadingAddress')}</span>
  if (isError) return <span>{t('form.unknownAddress')}</span>
  const text = data || t('place.latLong', { place: latLong(at) })
  return <bdi dir={directionOf(text)}>{text}</bdi>
}

/** Isolated left to right, so that right-to-left text does not reorder the numbers. */
export const latLong = ([lng, lat]: LngLat): string => `\u2066${lat.toFixed(2)}, ${lng.toFixed(2)}\u2069`
