import type { FoundPlace, Language, LngLat } from '#contract'
import type { Cities } from './cities.ts'
import { landmarkOf, nearestCity } from './nearest.ts'
import { searchCities } from './search.ts'
import { countryName, settlementName } from './spelling.ts'

const nearWord: Record<Language, string> = { en: 'near', he: 'ליד' }

export const bundledPlaces = (cities: Cities, language: Language) => {
  const nameOf = (city: number) => settlementName(cities.countryOf(city), cities.nameOf(city), language)
  const near = (name: string) => `${nearWord[language]} ${name}`

  const inCountry = (city: number, ...words: string[]) => {
    const country = countryName(cities.countryOf(city), language)
    return [...words, ...(nameOf(city) === country ? [] : [country])].join(', ')
  }
  const withState = (city: number) => inCountry(city, ...[nameOf(city), cities.stateOf(city)].filter(Boolean))

  const withLandmark = (city: number) => {
    const landmark = landmarkOf(cities, city)
    if (landmark === undefined) return withState(city)
    return inCountry(city, nameOf(city), near(nameOf(landmark)))
  }

  return {
    /** `near Oakland, United States`; null when nothing is near. */
    addressOf(point: LngLat): string | null {
      const city = nearestCity(cities, point)
      return city === undefined ? null : inCountry(city, near(nameOf(city)))
    },

    search(text: string, options: { near: readonly LngLat[]; limit: number }): FoundPlace[] {
      const said = new Set<string>()
      return searchCities(cities, text, options).map((city) => {
        const plain = withState(city)
        const address = said.has(plain) ? withLandmark(city) : plain
        said.add(plain)
        return { address, coordinates: cities.at(city) }
      })
    },
  }
}
