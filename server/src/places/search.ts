import { distance } from 'geokdbush'
import type { LngLat } from '#contract'
import type { Cities } from './cities.ts'
import { fold } from './fold.ts'
import { citiesNamed, type Match } from './matching.ts'
import { countryName } from './spelling.ts'
import { usStates } from './us-states.ts'

/** `Paris, Texas`: what is looked for, and what tells it from others of its name. */
type Reading = { phrase: string; details: string[] }

/**
 * What someone may mean, likeliest first: all of it a name; with commas, one part of it; without, its first words.
 * `Herzl 5, Haifa` thus finds Haifa where no street is known.
 */
const readingsOf = (text: string): Reading[] => {
  const parts = text.split(',').map(fold).filter(Boolean)
  if (parts.length > 1) return parts.map((phrase, i) => ({ phrase, details: parts.toSpliced(i, 1) }))
  const words = parts[0]?.split(' ') ?? []
  return words.map((_, dropped) => ({
    phrase: words.slice(0, words.length - dropped).join(' '),
    details: dropped ? [words.slice(-dropped).join(' ')] : [],
  }))
}

/** Under what a detail may name the country or the state of a city. */
const regionNames = (cities: Cities, city: number): string[] => {
  const country = cities.countryOf(city)
  const state = cities.stateOf(city)
  return [country, countryName(country, 'en'), countryName(country, 'he'), state, usStates[state] ?? ''].map(fold)
}

const DETAIL = 5
const MATCH = 1.5
const NEARNESS = 3
const HALF_NEAR_KM = 100

/** A tenfold population weighs one point. */
const scoreOf = (cities: Cities, city: number, match: Match, near: LngLat | undefined): number => {
  const size = Math.log10((cities.population[city] ?? 0) + 100)
  const nearness = near ? NEARNESS / (1 + distance(...near, ...cities.at(city)) / HALF_NEAR_KM) : 0
  return MATCH * match + size + nearness - (cities.isQuarter[city] ?? 0)
}

/** How many of the best are looked at more closely. */
const SHORT_LIST = 200

/** The cities that someone may mean, likeliest first. */
export const searchCities = (
  cities: Cities,
  text: string,
  { near, limit }: { near?: LngLat | undefined; limit: number },
): number[] => {
  for (const { phrase, details } of readingsOf(text)) {
    const found = citiesNamed(cities, phrase)
    if (found.size === 0) continue
    const ranked = Array.from(found, ([city, match]) => ({ city, score: scoreOf(cities, city, match, near) }))
    ranked.sort((a, b) => b.score - a.score)
    const best = ranked.slice(0, details.length ? SHORT_LIST : limit)
    if (details.length) {
      for (const one of best) {
        const names = regionNames(cities, one.city)
        one.score += DETAIL * details.filter((detail) => names.some((name) => name && name.startsWith(detail))).length
      }
      best.sort((a, b) => b.score - a.score)
    }
    return best.slice(0, limit).map(({ city }) => city)
  }
  return []
}
