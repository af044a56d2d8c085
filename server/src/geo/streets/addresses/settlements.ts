import { around, distance } from 'geokdbush'
import KDBush from 'kdbush'
import type { Language, LngLat } from '#contract'
import { loadCities } from '../../places/cities.ts'
import { fold } from '../../places/fold.ts'
import { nearestCityAndKm, reachKm } from '../../places/nearest.ts'
import { settlementName } from '../../places/spelling.ts'

export type Settlement = Record<Language, string> & { country: string }
export type Village = Record<Language, string> & { at: LngLat; population: number }

/** A point does not belong to villages farther away than this. */
const FARTHEST_KM = 20
/** A village and a bundled city of the same name are one settlement within this distance. */
const SAME_KM = 15
const NEAREST = 8

export const openSettlements = async (villages: readonly Village[]) => {
  const cities = await loadCities()
  const tree = new KDBush(Math.max(1, villages.length))
  for (const { at } of villages.length > 0 ? villages : [{ at: [0, -90] as LngLat }]) tree.add(...at)
  tree.finish()
  const byName = Map.groupBy(villages, ({ en }) => fold(en))
  const kmTo = ([lng, lat]: LngLat, [toLng, toLat]: LngLat) => distance(lng, lat, toLng, toLat)

  const nearestVillage = (point: LngLat): { village: Village; km: number } | undefined => {
    const near = around(tree, point[0], point[1], NEAREST, FARTHEST_KM).flatMap((number) => villages[number] ?? [])
    const ranked = near.map((village) => ({ village, km: kmTo(point, village.at) - reachKm(village.population) }))
    return ranked.sort((one, other) => one.km - other.km)[0]
  }

  const asSettlement = (city: number): Settlement => {
    const country = cities.countryOf(city)
    const name = cities.nameOf(city)
    const en = settlementName(country, name, 'en')
    const he = settlementName(country, name, 'he')
    const same = byName.get(fold(en))?.find(({ at }) => kmTo(at, cities.at(city)) < SAME_KM)
    return { en, he: he === en ? (same?.he ?? he) : he, country }
  }

  return (point: LngLat): Settlement | undefined => {
    const nearest = nearestCityAndKm(cities, point)
    const village = nearestVillage(point)
    if (village && village.km < (nearest?.km ?? Number.POSITIVE_INFINITY)) {
      const { en, he } = village.village
      return { en, he, country: nearest?.country ?? '' }
    }
    return nearest && asSettlement(nearest.city)
  }
}
export type Settlements = Awaited<ReturnType<typeof openSettlements>>
