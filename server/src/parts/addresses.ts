import type { Language, LngLat } from '#contract'
import { openPlaces } from '../geo/places/places.ts'
import type { StreetAddresses } from '../geo/streets/addresses/addresses.ts'
import * as services from '../people/service/queries.ts'
import type { Base } from './part.ts'

export const openAddresses = ({ config, database: { db }, isOffline, log }: Base, streets: StreetAddresses) => {
  const places = openPlaces({
    geocoderUrl: config.geocoderUrl,
    geocoderUrlOf: async (id) => (await services.byId(db, id))?.geocoder.url,
    homeOf: async (id) => {
      const area = (await services.byId(db, id))?.homeArea
      return area ? [(area[0] + area[2]) / 2, (area[1] + area[3]) / 2] : undefined
    },
    isOffline,
    streets,
    log,
  })
  return {
    places,
    addressOf: async (point: LngLat, language: Language, serviceId: string) =>
      (await places.addressOf(point, language, serviceId)).address,
    onListen: () => void places.warm().catch((err: unknown) => log.warn({ err }, 'places: could not be loaded')),
  }
}
