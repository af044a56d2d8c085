import type { FoundPlace, Language, LngLat } from '#contract'
import type { bundledPlaces } from './bundled.ts'
import { fold } from './fold.ts'
import { type Geocoder, openGeocoder } from './geocoder.ts'
import { typedCoordinates } from './typed-coordinates.ts'

type Log = { warn(details: object, text: string): void }

/** `hasFailed`: a source failed and no other source found anything. Callers then save without an address. */
export type Address = { address: string | null; hasFailed: boolean }
export type PlaceResults = { places: FoundPlace[]; hasFailed: boolean }
export type SearchOptions = { language: Language; near?: LngLat | undefined; limit?: number; serviceId?: string }

export type Places = ReturnType<typeof openPlaces>

type PlacesByLanguage = (language: Language) => ReturnType<typeof bundledPlaces>

/** Loaded on first use with the country borders, so that the server starts sooner. */
const loadBundled = async (): Promise<PlacesByLanguage> => {
  const [{ bundledPlaces }, { loadCities }] = await Promise.all([import('./bundled.ts'), import('./cities.ts')])
  const cities = await loadCities()
  return (language) => bundledPlaces(cities, language)
}

export type StreetPlaces = {
  addressOf: (point: LngLat, language: Language) => Promise<string | null>
  search: (
    text: string,
    options: { language: Language; near?: LngLat | undefined; limit: number },
  ) => Promise<FoundPlace[]>
}

/** Maximum number of streets among the first results when cities match as well. */
const STREETS_BESIDE_CITIES = 5

/** A city with exactly the typed name comes first, then streets, then other cities. */
const mergePlaces = (text: string, streets: FoundPlace[], cities: FoundPlace[], limit: number): FoundPlace[] => {
  if (streets.length === 0) return cities
  const typed = fold(text)
  const isTyped = ({ address }: FoundPlace) => fold(address) === typed || fold(address.split(',')[0] ?? '') === typed
  const [first] = cities
  const named = first && isTyped(first) ? [first] : []
  // The streets of a settlement include the settlement itself.
  const others = named.length > 0 ? streets.filter((place) => fold(place.address) !== typed) : streets
  const rest = cities.slice(named.length)
  const few = others.slice(0, rest.length > 0 ? STREETS_BESIDE_CITIES : limit)
  return [...named, ...few, ...rest].slice(0, limit)
}

type PlacesOptions = {
  geocoderUrl: string | undefined
  geocoderUrlOf?: (serviceId: string) => Promise<string | undefined>
  /** The middle of the service's home area, around which a search without `near` looks. */
  homeOf?: (serviceId: string) => Promise<LngLat | undefined>
  isOffline?: () => Promise<boolean>
  streets?: StreetPlaces
  log: Log
}

/** Finds places and addresses in the configured geocoder, else in the server's own streets and the bundled cities. */
export const openPlaces = ({ geocoderUrl, geocoderUrlOf, homeOf, isOffline, streets, log }: PlacesOptions) => {
  const geocoder = geocoderUrl ? openGeocoder({ url: geocoderUrl, log }) : undefined

  /** Geocoders that services have configured, by URL. Each has its own cache. */
  const entered = new Map<string, Geocoder>()
  const geocoderFor = async (serviceId: string | undefined): Promise<Geocoder | undefined> => {
    const url = serviceId && (await geocoderUrlOf?.(serviceId))
    if ((!url && !geocoder) || (await isOffline?.())) return undefined
    if (!url) return geocoder
    const open = entered.get(url) ?? openGeocoder({ url, log, isTrusted: false })
    entered.set(url, open)
    return open
  }

  let loading: Promise<PlacesByLanguage> | undefined
  const bundled = (): Promise<PlacesByLanguage> => {
    loading ??= loadBundled().catch((err) => {
      log.warn({ err }, 'the bundled places could not be read')
      loading = undefined
      throw err
    })
    return loading
  }

  const firstOf = async <T>(sources: (() => Promise<T>)[], isSomething: (answer: T) => boolean, nothing: T) => {
    let hasFailed = false
    for (const source of sources) {
      try {
        const answer = await source()
        if (isSomething(answer)) return { answer, hasFailed: false }
      } catch {
        // The source has logged the error.
        hasFailed = true
      }
    }
    return { answer: nothing, hasFailed }
  }

  const fromStreets = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (err) {
      log.warn({ err }, 'the streets of this server could not be read')
      throw err
    }
  }

  const addressOf = async (point: LngLat, language: Language, serviceId?: string): Promise<Address> => {
    const sources = [async () => (await bundled())(language).addressOf(point)]
    if (streets) sources.unshift(() => fromStreets(streets.addressOf(point, language)))
    const source = await geocoderFor(serviceId)
    if (source) sources.unshift(() => source.addressOf(point, language))
    const { answer, hasFailed } = await firstOf<string | null>(sources, (address) => address !== null, null)
    return { address: answer, hasFailed }
  }

  const search = async (
    text: string,
    { language, near, limit = 8, serviceId }: SearchOptions,
  ): Promise<PlaceResults> => {
    const typed = typedCoordinates(text)
    if (typed) {
      const { address } = await addressOf(typed, language, serviceId)
      return { places: [{ address: address ?? text, coordinates: typed }], hasFailed: false }
    }
    const home = serviceId && (await homeOf?.(serviceId))
    const around = { language, near: near ?? (home || undefined), limit }
    const sources = [
      async () => {
        const onStreets = streets ? await fromStreets(streets.search(text, around)).catch(() => []) : []
        const places = [near, home].filter((place) => typeof place === 'object')
        return mergePlaces(text, onStreets, (await bundled())(language).search(text, { near: places, limit }), limit)
      },
    ]
    const source = await geocoderFor(serviceId)
    if (source) sources.unshift(() => source.search(text, around))
    const { answer, hasFailed } = await firstOf<FoundPlace[]>(sources, (found) => found.length > 0, [])
    return { places: answer, hasFailed }
  }

  return {
    search,
    addressOf,
    /** The settlement near a point, after which a region is named; from bundled places only. */
    regionOf: async (point: LngLat, language: Language) => (await bundled())(language).addressOf(point),
    /** Loads the bundled cities ahead of the first look-up, which would wait a second for them. */
    warm: () =>
      bundled().then(
        () => {},
        () => {},
      ),
  }
}
