import type { LngLat } from '#contract'

const degrees = String.raw`([+-]?\d{1,3}(?:\.\d+)?)\s*°?`
const minutes = String.raw`(?:\s*(\d{1,2}(?:\.\d+)?)\s*['′])?(?:\s*(\d{1,2}(?:\.\d+)?)\s*(?:"|″|''))?`
const letter = String.raw`\s*([NSEW])?`
const pair = new RegExp(`^${degrees}${minutes}${letter}(?:\\s*[,;/]\\s*|\\s+)${degrees}${minutes}${letter}$`, 'i')

type Part = { value: number; letter: string }

const partOf = (whole = '', min = '0', sec = '0', letter = ''): Part => {
  const size = Math.abs(Number(whole)) + Number(min) / 60 + Number(sec) / 3600
  const isNegative = whole.startsWith('-') !== /[SW]/i.test(letter)
  return { value: isNegative ? -size : size, letter: letter.toUpperCase() }
}

const isLat = (value: number) => Math.abs(value) <= 90
const isLng = (value: number) => Math.abs(value) <= 180

/** Parses `37.77, -122.42` or `37°46'12"N 122°25'12"W`. The first value is the latitude, unless it cannot be one. */
export const typedCoordinates = (text: string): LngLat | undefined => {
  const match = pair.exec(text.trim())
  if (!match) return undefined
  const first = partOf(...match.slice(1, 5))
  const second = partOf(...match.slice(5, 9))
  const startsEast = /[EW]/.test(first.letter) || /[NS]/.test(second.letter) || !isLat(first.value)
  const [lat, lng] = startsEast ? [second, first] : [first, second]
  if (/[EW]/.test(lat.letter) || /[NS]/.test(lng.letter)) return undefined
  return isLat(lat.value) && isLng(lng.value) ? [lng.value, lat.value] : undefined
}
