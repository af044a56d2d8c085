import type { LngLat } from '#contract'

/** A place for a public link: latitude and longitude, rounded to about a metre. */
export const placeText = ([lng, lat]: LngLat): string => `${lat.toFixed(5)},${lng.toFixed(5)}`

/** Null unless the text has valid coordinates, because anyone can edit a link. */
export const placeIn = (text: string | null): LngLat | null => {
  const [, lat, lng] = /^(-?\d{1,2}\.\d{1,7}),(-?\d{1,3}\.\d{1,7})$/.exec(text ?? '') ?? []
  const place: LngLat = [Number(lng), Number(lat)]
  return Math.abs(place[0]) <= 180 && Math.abs(place[1]) <= 90 ? place : null
}
