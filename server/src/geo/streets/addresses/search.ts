import { distance } from 'geokdbush'
import type { FoundPlace, Language, LngLat } from '#contract'
import { nameAt } from '../../places/city-columns.ts'
import { fold } from '../../places/fold.ts'
import { type Match, matchesIn } from '../../places/matching.ts'
import { crossingsOf, distanceToFrame, frameOf, metresAt, nearestOnLine, toLngLat } from './geometry.ts'
import { type AddressIndex, DETAIL_SCALE, type StreetDetail } from './index-file.ts'
import { type AddressQuery, type CrossingQuery, readAddress, readCrossing } from './query.ts'
import { wordsIn } from './wording.ts'

type SearchOptions = { language: Language; near?: LngLat | undefined; limit: number; isStreet?: boolean }
export type FoundAddress = FoundPlace & { isArea: boolean }

/** Weight of a quarter; towns have more, other places less. */
const QUARTER = 5

/** Parts of a score, added to the weight of the street or place. */
const MATCH = 2
const NEARNESS = 4
const HALF_NEAR_KM = 5
const CROSSING_STREETS = 6
const MEETING_M = 8

const linesOf = ({ lines }: StreetDetail): Float64Array[] =>
  lines.map((steps) => {
    const line = new Float64Array(steps.length)
    for (let at = 0; at < steps.length; at++) line[at] = (steps[at] ?? 0) / DETAIL_SCALE + (at < 2 ? 0 : (line[at - 2] ?? 0))
    return line
  }) // biome-ignore format: one line

const meetingOf = (one: StreetDetail, other: StreetDetail) => {
  const lines = linesOf(one)
  const others = linesOf(other)
  let best: { x: number; y: number; distance: number } | undefined
  const compare = (vertices: readonly Float64Array[], against: readonly Float64Array[]) => {
    const framed = against.map((line) => ({ line, frame: frameOf(line) }))
    for (const line of vertices)
      for (let at = 0; at + 1 < line.length; at += 2) {
        const point = { x: line[at] ?? 0, y: line[at + 1] ?? 0 }
        const reach = best?.distance ?? MEETING_M / metresAt(point.y)
        for (const near of framed) {
          if (distanceToFrame(near.frame, point) >= reach) continue
          const met = nearestOnLine(near.line, point)
          if (met.distance < reach) best = met
        }
      }
  }
  for (const line of lines)
    for (const against of others) {
      const [crossing] = crossingsOf(line, against)
      if (crossing) return crossing
    }
  compare(lines, others)
  compare(others, lines)
  return best
}

const parseNumber = (number: string) => Number.parseInt(number, 10)

/** The house with this number, else with the nearest number; numbers on the other side of the street count 1.5 more. */
const houseOf = ({ houses }: StreetDetail, number: string) => {
  const same = houses.filter(([text]) => fold(text) === number)
  const exact = same.find(([, , , isSure]) => isSure === 1) ?? same[0]
  if (exact) return { house: exact, isExact: exact[3] === 1 }
  const wanted = parseNumber(number)
  const ranked = houses
    .map((house) => ({ house, value: parseNumber(house[0]) }))
    .filter(({ value }) => Number.isFinite(value))
    .map(({ house, value }) => ({ house, away: Math.abs(value - wanted) + (value % 2 === wanted % 2 ? 0 : 1.5) }))
    .sort((a, b) => a.away - b.away)
  const [nearest] = ranked
  return nearest && { house: nearest.house, isExact: false }
}

export const searchIndex = (index: AddressIndex, { language, near, limit, isStreet = false }: SearchOptions) => {
  const { columns } = index
  const nameOf = (entry: number) => nameAt(columns[language], entry) || nameAt(columns.en, entry)
  const wordsFor = (entry: number) => wordsIn(language, columns.settlements[columns.settlement[entry] ?? 0])
  const pointOf = (entry: number) => toLngLat({ x: columns.x[entry] ?? 0, y: columns.y[entry] ?? 0 })
  const isIn = (entry: number, settlement: string): boolean => {
    if (!settlement) return true
    const place = columns.settlements[columns.settlement[entry] ?? 0]
    return place !== undefined && [place.en, place.he].some((name) => fold(name).startsWith(settlement))
  }

  const entriesNamed = ({ name, isFinished, settlement }: Omit<AddressQuery, 'number'>): number[] => {
    const matches = new Map<number, Match>()
    if (!/\p{L}/u.test(name) && name.length < 2) return []
    matchesIn(columns.spellings, { words: name, isFinished }, (spelling, match) => {
      const entry = columns.spellingOf[spelling] ?? 0
      if ((matches.get(entry) ?? 0) < match) matches.set(entry, match)
    })
    const scoreOf = (entry: number, match: Match) => {
      const score = MATCH * match + (columns.weight[entry] ?? 0)
      if (!near) return score
      const [lng, lat] = pointOf(entry)
      return score + NEARNESS / (1 + distance(near[0], near[1], lng, lat) / HALF_NEAR_KM)
    }
    return [...matches]
      .filter(([entry]) => isIn(entry, settlement))
      .map(([entry, match]) => ({ entry, score: scoreOf(entry, match) }))
      .sort((one, other) => other.score - one.score)
      .map(({ entry }) => entry)
  }

  const placeOf = (entry: number): FoundAddress => ({
    address: wordsFor(entry).inSettlement(nameOf(entry)),
    coordinates: pointOf(entry),
    isArea: columns.isStreet[entry] !== 1 && (columns.weight[entry] ?? 0) >= QUARTER,
  })

  const withNumber = async (entry: number, number: string): Promise<FoundAddress> => {
    const words = wordsFor(entry)
    const nearest = houseOf(await index.detail(entry), number)
    // No house is known, so the address is the street: the house may be kilometres from the middle of the street.
    if (!nearest) return placeOf(entry)
    const { house: [text, x, y], isExact } = nearest // biome-ignore format: one line
    const address = words.inSettlement(words.house(nameOf(entry), text))
    const coordinates = toLngLat({ x: x / DETAIL_SCALE, y: y / DETAIL_SCALE })
    return { address: isExact ? address : words.near(address), coordinates, isArea: false }
  }

  const crossings = async ({ names, settlement }: CrossingQuery): Promise<FoundAddress[]> => {
    const [streets, others] = names.map((name) =>
      entriesNamed({ name, isFinished: false, settlement })
        .filter((entry) => columns.isStreet[entry] === 1)
        .slice(0, CROSSING_STREETS),
    ) as [number[], number[]]
    const places: FoundAddress[] = []
    for (const street of streets)
      for (const other of others) {
        if (street === other) continue
        const met = meetingOf(await index.detail(street), await index.detail(other))
        if (!met) continue
        const words = wordsFor(street)
        const address = words.inSettlement(words.corner(nameOf(street), nameOf(other)))
        places.push({ address, coordinates: toLngLat(met), isArea: false })
      }
    return places.slice(0, limit)
  }

  return async (text: string): Promise<FoundAddress[]> => {
    const crossing = readCrossing(text)
    const met = crossing ? await crossings(crossing) : []
    if (met.length > 0) return met
    for (const { number, ...query } of readAddress(text)) {
      const entries = entriesNamed(query)
      const streets =
        number === undefined && !isStreet ? entries : entries.filter((entry) => columns.isStreet[entry] === 1)
      if (streets.length === 0) continue
      return Promise.all(
        streets.slice(0, limit).map((entry) => (number === undefined ? placeOf(entry) : withNumber(entry, number))),
      )
    }
    return []
  }
}
