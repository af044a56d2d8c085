import { distance } from 'geokdbush'
import { type LngLat, languageCodes } from '#contract'
import type { Cities } from './cities.ts'
import { fold } from './fold.ts'
import { citiesNamed, type Match, type Phrase } from './matching.ts'
import { countryName } from './spelling.ts'
import usStateNames from './us-states.json' with { type: 'json' }

/** One reading of `Paris, Texas`: the name to search for, and details that rank cities of that name. */
type Reading = Phrase & { details: string[] }

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
      ? parts.map((part, i) => ({ words: part, isFinished: i < parts.length - 1, details: parts.toSpliced(i, 1) }))
      : [{ words: words.join(' '), isFinished: false, details: [] }]
  const splits = words.slice(1).map((_, i) => i + 1)
  for (const at of splits.toReversed())
    readings.push({ words: words.slice(0, at).join(' '), isFinished: true, details: [words.slice(at).join(' ')] })
  for (const at of splits)
    readings.push({ words: words.slice(at).join(' '), isFinished: true, details: [words.slice(0, at).join(' ')] })
  // A house number or `St` alone is no place.
  return readings.filter((reading, i) => (i === 0 && parts.length === 1) || /\p{L}{3}/u.test(reading.words))
}

const regionNames = (cities: Cities, city: number): string[] => {
  const country = cities.countryOf(city)
  const state = cities.stateOf(city)
  const countryNames = languageCodes.map((language) => countryName(country, language))
  return [country, ...countryNames, state, usStates[state] ?? ''].map(fold)
}

/** The parts of a score. Ten times the population weighs one point. */
const DETAIL = 5
const MATCH = 1.5
const NEARNESS = 3
const HALF_NEAR_KM = 100

const scoreOf = ({ population, isQuarter, tree }: Cities, city: number, match: Match, near?: LngLat): number => {
  const size = Math.log10((population[city] ?? 0) + 100)
  const score = MATCH * match + size - (isQuarter[city] ?? 0)
  if (!near) return score
  const km = distance(near[0], near[1], tree.coords[2 * city] ?? 0, tree.coords[2 * city + 1] ?? 0)
  return score + NEARNESS / (1 + km / HALF_NEAR_KM)
}

const SHORT_LIST = 200

export const searchCities = (
  cities: Cities,
  text: string,
  { near, limit }: { near?: LngLat | undefined; limit: number },
): number[] => {
  for (const reading of readingsOf(text)) {
    const matches = citiesNamed(cities, reading)
    if (matches.size === 0) continue
    const ranked = Array.from(matches, ([city, match]) => ({ city, score: scoreOf(cities, city, match, near) }))
    const best = ranked.sort((a, b) => b.score - a.score).slice(0, SHORT_LIST)
    for (const one of reading.details.length ? best : []) {
      const names = regionNames(cities, one.city)
      one.score += DETAIL * reading.details.filter((detail) => names.some((name) => name.startsWith(detail))).length
    }
    best.sort((a, b) => b.score - a.score)
    return best.slice(0, limit).map(({ city }) => city)
  }
  return []
}
