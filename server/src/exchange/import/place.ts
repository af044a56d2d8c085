import type { LngLat } from '#contract'

const sides: Record<string, 'N' | 'S' | 'E' | 'W'> = {
  n: 'N',
  s: 'S',
  e: 'E',
  w: 'W',
  צ: 'N',
  ד: 'S',
  מז: 'E',
  מע: 'W',
}

type Degrees = { value: number; side?: 'N' | 'S' | 'E' | 'W' | undefined }

const SIDE = '(north|south|east|west|[nsew]|צפון|דרום|מזרח|מערב)'
/** Bounded, because files are hostile and the pattern of an angle takes cubic time. */
const NUMBER = String.raw`\d{1,10}(?:[.,]\d{1,20})?`
const angle = new RegExp(
  `^${SIDE}?\\s*([+\\-−]?)\\s*(${NUMBER})\\s*[°ºd:]?\\s*(?:(${NUMBER})\\s*['′’m:]?\\s*(?:(${NUMBER})\\s*(?:"|″|”|''|s)?)?)?\\s*${SIDE}?$`,
  'iu',
)

const sideOf = (text: string | undefined) => {
  if (!text) return undefined
  const lower = text.toLowerCase()
  return sides[lower] ?? sides[lower.slice(0, 2)] ?? sides[lower.slice(0, 1)]
}

const numberOf = (text: string | undefined) => Number((text ?? '0').replace(',', '.'))

/** `32.0853`, `32,0853`, `32°05'07"N`, `N 32 05.12`; undefined for other text. */
export const degreesOf = (text: string): Degrees | undefined => {
  const match = angle.exec(text.trim().replace(/\s+/g, ' '))
  if (!match) return undefined
  const [, before, sign, whole, minutes, seconds, after] = match
  if (numberOf(minutes) >= 60 || numberOf(seconds) >= 60) return undefined
  const size = numberOf(whole) + numberOf(minutes) / 60 + numberOf(seconds) / 3600
  const side = sideOf(before) ?? sideOf(after)
  const isNegative = (sign === '-' || sign === '−') !== (side === 'S' || side === 'W')
  return { value: isNegative ? -size : size, side }
}

export type FoundPlace = LngLat | 'unread' | 'outside'

const onEarth = (lng: number, lat: number): FoundPlace =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? [Number(lng.toFixed(7)), Number(lat.toFixed(7))] : 'outside'

/**
 * Decides which number is the latitude: by letters, else by the file's order, else because the other number is too
 * large.
 */
const ordered = (first: Degrees, second: Degrees, isSwapped: boolean): FoundPlace => {
  const isLng = ({ side }: Degrees) => side === 'E' || side === 'W'
  const isLat = ({ side }: Degrees) => side === 'N' || side === 'S'
  if (isLng(first) || isLat(second)) return onEarth(first.value, second.value)
  if (isLat(first) || isLng(second)) return onEarth(second.value, first.value)
  const [lat, lng] = isSwapped ? [second.value, first.value] : [first.value, second.value]
  return Math.abs(lat) > 90 && Math.abs(lng) <= 90 ? onEarth(lat, lng) : onEarth(lng, lat)
}

export const placeOfTwo = (lat: string, lng: string, isSwapped: boolean): FoundPlace => {
  if (lat.length > MAX_LETTERS || lng.length > MAX_LETTERS) return 'unread'
  const first = degreesOf(lat)
  const second = degreesOf(lng)
  return first && second ? ordered(first, second, isSwapped) : 'unread'
}

const WELL_KNOWN = /^(?:SRID=4326;)?\s*(?:MULTI)?(?:POINT|LINESTRING|POLYGON)\s*(?:Z\s*)?(?=\()/i
/** Longer texts contain no coordinates, except in well-known text. */
const MAX_LETTERS = 200

/** Well-known text has the longitude first. A line or an area becomes the centre of its extent. */
const wellKnownPlace = (text: string, isSwapped: boolean): FoundPlace | undefined => {
  const [start] = WELL_KNOWN.exec(text) ?? []
  if (start === undefined) return undefined
  const pairs = text
    .slice(start.length)
    .split(/[(),]/)
    .flatMap((part) => {
      const found = /^\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)\s+(-?\d+(?:\.\d+)?(?:e-?\d+)?)/i.exec(part)
      return found ? [found] : []
    })
  if (pairs.length === 0) return 'unread'
  let west = Infinity
  let south = Infinity
  let east = -Infinity
  let north = -Infinity
  for (const [, x, y] of pairs) {
    west = Math.min(west, Number(x))
    east = Math.max(east, Number(x))
    south = Math.min(south, Number(y))
    north = Math.max(north, Number(y))
  }
  const x = (west + east) / 2
  const y = (south + north) / 2
  return isSwapped ? onEarth(y, x) : onEarth(x, y)
}

/** Separators between two angles, tried in this order. */
const separators = [/\s*[;/|]\s*/, /\s*,\s+/, /(?<=[nsewצדמז])\s+(?=\S*\d)/iu, /\s*,\s*/, /\s+/]

/** Both coordinates in one text: `32.08, 34.78`, `32°05'N 34°46'E`, `POINT (34.78 32.08)`. */
export const placeOf = (text: string, isSwapped: boolean): FoundPlace => {
  const known = wellKnownPlace(text.trim(), isSwapped)
  if (known) return known
  if (text.length > MAX_LETTERS) return 'unread'
  const trimmed = text.trim().replace(/^[[(]\s*|\s*[\])]$/g, '')
  for (const separator of separators) {
    const parts = trimmed.split(separator)
    if (parts.length !== 2) continue
    const found = placeOfTwo(parts[0] as string, parts[1] as string, isSwapped)
    if (found !== 'unread') return found
  }
  return 'unread'
}
