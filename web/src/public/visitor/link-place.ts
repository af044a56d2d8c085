import type { LngLat } from '#contract'

/** A place in a public link: latitude and longitude, to about a metre. */
export const placeText = ([lng, lat]: LngLat): string => `${lat.toFixed(5)},${lng.toFixed(5)}`

/** Anybody can write the link: whatever is not two numbers on earth is no place. */
export const placeIn = (text: string | null): LngLat | null => {
  const [, lat, lng] = /^(-?\d{1,2}\.\d{1,7}),(-?\d{1,3}\.\d{1,7})$/.exec(text ?? '') ?? []
  const place: LngLat = [Number(lng), Number(lat)]
  return Math.abs(place[0]) <= 180 && Math.abs(place[1]) <= 90 ? place : null
}
