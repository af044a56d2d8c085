import { iso1A2Code } from '@rapideditor/country-coder'
import { around, distance } from 'geokdbush'
import type { LngLat } from '#contract'
import type { Cities } from './cities.ts'

/** Cities farther away are not "near". */
const FARTHEST_KM = 100
/** Like `FARTHEST_KM`, for points at sea outside any country. */
const FARTHEST_AT_SEA_KM = 30
const NEAREST = 8
const NEAREST_LARGE = 3

export const reachKm = (population: number): number => Math.min(18, 0.0055 * Math.sqrt(population))

/**
 * The settlement that people would name for a point. A large city has a larger reach, so that its suburbs are not named
 * after hamlets. For a city across a border the distance is multiplied by 1.5, and its reach does not count.
 */
export const nearestCity = (cities: Cities, point: LngLat): number | undefined => nearestCityAndKm(cities, point)?.city

/** `nearestCity` with the distance by which it was chosen, which is negative within the city's reach. */
export const nearestCityAndKm = (
  cities: Cities,
  [lng, lat]: LngLat,
): { city: number; km: number; country: string | null } | undefined => {
  const country = iso1A2Code([lng, lat], { level: 'territory' })
  const farthestKm = country ? FARTHEST_KM : FARTHEST_AT_SEA_KM
  const isWhole = (city: number) => cities.isQuarter[city] === 0
  const nearest = around(cities.tree, lng, lat, NEAREST, farthestKm, isWhole)
  if (nearest.length === 0) return undefined
  const nearestLarge = around(cities.largeTree, lng, lat, NEAREST_LARGE, farthestKm)
  const candidates = [...nearest, ...nearestLarge.map((number) => cities.large[number] ?? 0)]
  let best: number | undefined
  let bestKm = Infinity
  for (const city of candidates) {
    const km = distance(lng, lat, cities.tree.coords[2 * city] ?? 0, cities.tree.coords[2 * city + 1] ?? 0)
    const isAbroad = country !== null && cities.countryOf(city) !== country
    const felt = isAbroad ? 1.5 * km : km - reachKm(cities.population[city] ?? 0)
    if (felt < bestKm) [best, bestKm] = [city, felt]
  }
  return best === undefined ? undefined : { city: best, km: bestKm, country }
}

/** The nearest larger city with another name in the same country, which distinguishes places of the same name. */
export const landmarkOf = (cities: Cities, city: number): number | undefined => {
  const [lng, lat] = cities.at(city)
  const name = cities.nameOf(city)
  const isAnother = (number: number) => {
    const other = cities.large[number] ?? 0
    return cities.country[other] === cities.country[city] && cities.nameOf(other) !== name
  }
  const [found] = around(cities.largeTree, lng, lat, 1, FARTHEST_KM, isAnother)
  return found === undefined ? undefined : cities.large[found]
}
