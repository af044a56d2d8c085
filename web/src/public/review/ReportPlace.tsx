import { useTranslation } from 'react-i18next'
import type { LngLat } from '#contract'
import { AddressField } from '../../map/places/AddressField.tsx'
import { useAddress } from '../../map/places/data.ts'

type Props = {
  place: { coordinates: LngLat; address: string } | undefined
  isMissing: boolean
  onChoose: (at: LngLat, address?: string) => void
}

/** Field for the place of a report by text message: searched by address or pressed on the map. */
export const ReportPlace = ({ place, isMissing, onChoose }: Props) => {
  const { t } = useTranslation()
  const point = place?.coordinates ?? null
  const { data: address } = useAddress(point, { enabled: place?.address === '' })
  return (
    <AddressField
      label={t('review.place')}
      isRequired
      point={point}
      address={place?.address || address || ''}
      near={() => place?.coordinates}
      error={isMissing ? t('review.placeFirst') : undefined}
      onChoose={({ coordinates, address: found }) => onChoose(coordinates, found)}
      onPosition={onChoose}
      onLeave={() => undefined}
    >
      <p>{t('review.placeHint')}</p>
    </AddressField>
  )
}
