import { useTranslation } from 'react-i18next'
import type { LngLat } from '#contract'
import { useAddress } from './data.ts'

/** A point and its address, if known. `isFromDevice`: the device's position, not chosen by hand. */
export type Place = { at: LngLat; address?: string; isFromDevice?: true }

export type PlaceText = { address: string | undefined; description: string | undefined }

/** The address of a place, and a description: its coordinates, or the state of the address look-up. */
export const usePlaceText = (place: Place | null): PlaceText => {
  const { t } = useTranslation()
  const { data, isPending, isError } = useAddress(place?.at ?? null, { enabled: place?.address === undefined })
  if (!place) return { address: undefined, description: undefined }
  const [lng, lat] = place.at
  const latLong = t('place.latLong', { place: isolated(`${lat.toFixed(5)}, ${lng.toFixed(5)}`) })
  const address = place.address ?? data ?? undefined
  if (address) return { address, description: latLong }
  if (isPending) return { address, description: t('form.loadingAddress') }
  return { address, description: isError ? `${t('form.unknownAddress')} · ${latLong}` : latLong }
}

/** Keeps numbers and signs in order inside Hebrew text (Unicode LRI…PDI). */
const isolated = (text: string): string => `\u2066${text}\u2069`
