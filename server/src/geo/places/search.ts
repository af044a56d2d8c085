import { distance } from 'geokdbush'
import { type LngLat, languageCodes } from '#contract'
import type { Cities } from './cities.ts'
import { fold } from './fold.ts'
import { citiesNamed, type Match, type Phrase, WHOLE } from './matching.ts'
import { countryName } from './spelling.ts'
import usStateNames from './us-states.json' with { type: 'json' }

/**
 * One reading of a text such as `Paris, Texas`: the name to search for, and details that rank cities of that name.
 * `isGuess`: the text was divided between words instead of at a comma, so the details may be a street.
 */
type Reading = Phrase & { details: string[]; isGuess: boolean }

const usStates: Readonly<Record<string, string>> = usStateNames

const MOST_WORDS = 12

/**
 * Interpretations of a text, most likely first: the whole text is a name, or one part is the name and the rest its
 * location. Parts are divided by commas, or are the first or last words: `Herzl 5 Haifa` finds Haifa if the street is
 * unknown.
 */
const readingsOf = (text: string): Reading[] => {
  const parts = text.split(',').map(fold).filter(Boolean)
  const words = parts.join(' ').split(' ').slice(0, MOST_WORDS)
  const readings: Reading[] =
    parts.length > 1
      ? parts.map((part, i) => ({
          words: part,
          isFinished: i < parts.length - 1,
          details: parts.toSpliced(i, 1),
          isGuess: false,
        }))
      : [{ words: words.join(' '), isFinished: false, details: [], isGuess: false }]
  const splits = words.slice(1).map((_, i) => i + 1)
  const guess = (name: string[], detail: string[]) =>
    readings.push({ words: name.join(' '), isFinished: true, details: [detail.join(' ')], isGuess: true })
  for (const at of splits.toReversed()) guess(words.slice(0, at), words.slice(at))
  for (const at of splits) guess(words.slice(at), words.slice(0, at))
  // A house number or `St` alone is no place.
  return readings.filter((reading, i) => (i === 0 && parts.length === 1) || /\p{L}{3}/u.test(reading.words))
}

const regionNames = (cities: Cities, city: number): string[] => {
  const country = cities.countryOf(city)
  const state = cities.stateOf(city)
  const countryNames = languageCodes.map((language) => countryName(country, language))
  return [country, ...countryNames, state, usStates[state] ?? ''].map(fold)
}

/** Points that a score adds. A city with ten times the population gets one more point. */
const DETAIL = 5
const MATCH = 1.5
const NEARNESS = 3
const HALF_NEAR_KM = 100

type Near = readonly LngLat[]

const kmTo = ({ tree }: Cities, city: number, near: Near): number =>
  Math.min(...near.map(([lng, lat]) => distance(lng, lat, tree.coords[2 * city] ?? 0, tree.coords[2 * city + 1] ?? 0)))

const scoreOf = (cities: Cities, city: number, match: Match, near: Near): number => {
  const { population, isQuarter } = cities
  const size = Math.log10((population[city] ?? 0) + 100)
  const score = MATCH * match + size - (isQuarter[city] ?? 0)
  return near.length === 0 ? score : score + NEARNESS / (1 + kmTo(cities, city, near) / HALF_NEAR_KM)
}

/**
 * Smaller cities need to be nearby or in the named country: `Duboce Ave` must not find a distant village called Ave.
 */
const KNOWN_POPULATION = 50_000
const NEIGHBOUR_KM = 200

const isLikely = (cities: Cities, city: number, match: Match, { details }: Reading, near: Near): boolean =>
  match === WHOLE &&
  ((cities.population[city] ?? 0) >= KNOWN_POPULATION ||
    kmTo(cities, city, near) <= NEIGHBOUR_KM ||
    countNamed(cities, city, details) > 0)

/** The number of details that begin the name of the city's state or country. */
const countNamed = (cities: Cities, city: number, details: string[]): number => {
  const names = regionNames(cities, city)
  return details.filter((detail) => names.some((name) => name.startsWith(detail))).length
}

const SHORT_LIST = 200

export const searchCities = (
  cities: Cities,
  text: string,
  { near, limit }: { near: Near; limit: number },
): number[] => {
  for (const reading of readingsOf(text)) {
    const named = [...citiesNamed(cities, reading)]
    const matches = reading.isGuess
      ? named.filter(([city, match]) => isLikely(cities, city, match, reading, near))
      : named
    if (matches.length === 0) continue
    const ranked = matches.map(([city, match]) => ({ city, score: scoreOf(cities, city, match, near) }))
    const best = ranked.sort((a, b) => b.score - a.score).slice(0, SHORT_LIST)
    for (const one of reading.details.length ? best : [])
      one.score += DETAIL * countNamed(cities, one.city, reading.details)
    best.sort((a, b) => b.score - a.score)
    return best.slice(0, limit).map(({ city }) => city)
  }
  return []
}
