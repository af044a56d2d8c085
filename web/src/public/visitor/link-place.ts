import type { LngLat } from '#contract'

/** A place in a public link: latitude and longitude, to about a metre. */
export const placeText = ([lng, lat]: LngLat): string => `${lat.toFixed(5)},${lng.toFixed(5)}`

/** Anyone can edit the link, so anything but valid coordinates is ignored. */
export const placeIn = (text: string | null): LngLat | null => {
  const [, lat, lng] = /^(-?\d{1,2}\.\d{1,7}),(-?\d{1,3}\.\d{1,7})$/.exec(text ?? '') ?? []
  const place: LngLat = [Number(lng), Number(lat)]
  return Math.abs(place[0]) <= 180 && Math.abs(place[1]) <= 90 ? place : null
}
