import type { TFunction } from 'i18next'
import type { AoiSummary, Language } from '#contract'

type Point = readonly [lng: number, lat: number]

const EARTH_METRES = 6_371_000
const directions = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
export type Direction = (typeof directions)[number]

const radians = (degrees: number): number => (degrees * Math.PI) / 180

export const metresBetween = ([lng1, lat1]: Point, [lng2, lat2]: Point): number => {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const chord = half(lat1, lat2) + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * half(lng1, lng2)
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(chord)))
}

export const directionTo = ([lng1, lat1]: Point, [lng2, lat2]: Point): Direction => {
  const from = radians(lat1)
  const to = radians(lat2)
  const turn = radians(lng2 - lng1)
  const bearing = Math.atan2(
    Math.sin(turn) * Math.cos(to),
    Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turn),
  )
  return directions[(Math.round(bearing / (Math.PI / 4)) + 8) % 8] as Direction
}

const HERE_METRES = 10

/** Formats a length with about two digits, such as 350 m, 1.2 km or 48 km. */
export const lengthText = (metres: number, language: Language): string => {
  const isFar = metres >= 995
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isFar ? 'kilometer' : 'meter',
    maximumFractionDigits: isFar && metres < 9_950 ? 1 : 0,
  })
  return format.format(isFar ? metres / 1000 : Math.round(metres / 10) * 10)
}

export const distanceText = (near: string, { geometry }: AoiSummary, t: TFunction, language: Language): string => {
  const [lng, lat] = geometry[0]?.coordinates ?? []
  if (lng === undefined || lat === undefined) return ''
  const from = near.split(',').map(Number) as unknown as Point
  const to: Point = [lng, lat]
  const metres = metresBetween(from as Point, to as Point)
  if (metres < HERE_METRES) return t('distance.here')
  const direction = t(`distance.${directionTo(from as Point, to as Point)}`)
  return t('distance.away', { length: lengthText(metres, language), direction })
}
