import { useTranslation } from 'react-i18next'
import type { LngLat } from '#contract'
import { useAddress } from '../api/places.ts'

/** A point, and its address where that is known already: as it was chosen, or as it is stored. */
export type Place = { at: LngLat; address?: string }

export type PlaceText = { address: string | undefined; words: string | undefined }

/** The address of a place, and the text shown beside it, or instead of it while it is not known. */
export const usePlaceText = (place: Place | null): PlaceText => {
  const { t } = useTranslation()
  const { data, isPending, isError } = useAddress(place?.at ?? null, { enabled: place?.address === undefined })
  if (!place) return { address: undefined, words: undefined }
  const [lng, lat] = place.at
  const latLong = t('aoi.latLong', { place: isolated(`${lat.toFixed(2)}, ${lng.toFixed(2)}`) })
  const address = place.address ?? data ?? undefined
  if (address) return { address, words: latLong }
  if (isPending) return { address, words: t('form.loadingAddress') }
  return { address, words: isError ? `${t('form.unknownAddress')} · ${latLong}` : latLong }
}

/** Numbers and their signs stay in their order inside of Hebrew words (the characters say: from left to right, alone). */
const isolated = (text: string): string => `\u2066${text}\u2069`
