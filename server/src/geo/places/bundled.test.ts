import { distance } from 'geokdbush'
import { beforeAll, describe, expect, test } from 'vitest'
import type { LngLat } from '#contract'
import { bundledPlaces } from './bundled.ts'
import { type Cities, loadCities } from './cities.ts'
import { openPlaces } from './places.ts'

let cities: Cities
beforeAll(async () => {
  cities = await loadCities()
})

const address = (...point: LngLat) => bundledPlaces(cities, 'en').addressOf(point)
const hebrewAddress = (...point: LngLat) => bundledPlaces(cities, 'he').addressOf(point)
const addresses = (text: string, near?: LngLat, limit = 5) =>
  bundledPlaces(cities, 'en')
    .search(text, { near: near ? [near] : [], limit })
    .map((place) => place.address)
const best = (text: string, near?: LngLat) => addresses(text, near)[0]

/** Pseudo-random points over the whole map, the same each time. */
const scattered = (count: number): LngLat[] =>
  Array.from({ length: count }, (_, n) => [((n * 222.492) % 360) - 180, ((n * 0.6180339) % 1) * 140 - 60])

describe('the address of a point', () => {
  test.each<[string, LngLat, string, string]>([
    ['downtown', [-122.2711, 37.8044], 'near Oakland, United States', 'ליד אוקלנד, ארצות הברית'],
    ['a quarter', [-122.419, 37.76], 'near San Francisco, United States', 'ליד סן פרנסיסקו, ארצות הברית'],
    ['a town between cities', [-122.27, 37.87], 'near Berkeley, United States', 'ליד ברקלי, ארצות הברית'],
    ['the old city', [35.232, 31.776], 'near Jerusalem, Israel', 'ליד ירושלים, ישראל'],
    ['the desert', [34.9, 30.4], 'near Mitzpe Ramon, Israel', 'ליד מצפה רמון, ישראל'],
    ['off the coast', [34.87, 32.82], 'near Haifa, Israel', 'ליד חיפה, ישראל'],
    ['a name as English writes it', [34.7925, 31.2518], "near Be'er Sheva, Israel", 'ליד באר שבע, ישראל'],
    ['a city that is its country', [103.82, 1.35], 'near Singapore', 'ליד סינגפור'],
    ['a place without a Hebrew name', [-117.23, 38.07], 'near Tonopah, United States', 'ליד Tonopah, ארצות הברית'],
    ['an accent', [21.0, 52.23], 'near Warsaw, Poland', 'ליד ורשה, פולין'],
    [
      'this side of a border',
      [-117.03, 32.55],
      'near Imperial Beach, United States',
      'ליד Imperial Beach, ארצות הברית',
    ],
    ['the far end of the map', [179.99, -16.9], 'near Labasa, Fiji', 'ליד Labasa, פיג׳י'],
  ])('%s', (_kind, point, english, hebrew) => {
    expect([address(...point), hebrewAddress(...point)]).toEqual([english, hebrew])
  })

  test.each<[string, LngLat]>([
    ['the open sea', [-40, 30]],
    ['a sea between countries', [30, 33.5]],
    ['beyond the coast', [34.45, 32.82]],
    ['the middle of the desert', [0, 25]],
    ['the poles', [0, 90]],
    ['the other pole', [0, -90]],
    ['the corner of the map', [180, 0]],
  ])('nothing is near: %s', (_kind, point) => {
    expect(address(...point)).toBeNull()
  })

  test('the centre of a city is named after it or a larger neighbour', () => {
    for (const city of cities.large) {
      const [lng, lat] = cities.at(city)
      expect(address(lng, lat), cities.nameOf(city)).not.toBeNull()
    }
  })

  test('no address is farther than the limit, and none within 20 km is missed', () => {
    const { coords } = cities.tree
    for (const point of scattered(200)) {
      let nearestKm = Infinity
      for (let city = 0; city < cities.population.length; city++) {
        const lng = coords[2 * city]!
        const lat = coords[2 * city + 1]!
        if (cities.isQuarter[city] || Math.abs(lat - point[1]) > 1) continue
        nearestKm = Math.min(nearestKm, distance(...point, lng, lat))
      }
      if (nearestKm > 100) expect(address(...point), String(point)).toBeNull()
      if (nearestKm < 20) expect(address(...point), String(point)).not.toBeNull()
    }
  })
})

describe('places by name', () => {
  test.each([
    ['oak', 'Oakland, CA, United States'],
    ['OAKLAND', 'Oakland, CA, United States'],
    ['Oakland, California', 'Oakland, CA, United States'],
    ['portland or', 'Portland, OR, United States'],
    ['Portland, Maine', 'Portland, ME, United States'],
    ['paris', 'Paris, France'],
    ['paris texas', 'Paris, TX, United States'],
    ['London, canada', 'London, Canada'],
    ['אוקלנד, ניו זילנד', 'Auckland, New Zealand'],
    ['אוקלנד, ארצות הברית', 'Oakland, CA, United States'],
    ['fran', 'Frankfurt, Germany'],
    ['aviv', 'Tel Aviv, Israel'],
    ['sao paulo', 'São Paulo, Brazil'],
    ['ŁÓDŹ', 'Łódź, Poland'],
    ['beer sheva', "Be'er Sheva, Israel"],
    ['Beersheba', "Be'er Sheva, Israel"],
    ['petah tikva', 'Petah Tikva, Israel'],
    ['st louis', 'St. Louis, MO, United States'],
    ['חיפה', 'Haifa, Israel'],
    ['תל אב', 'Tel Aviv, Israel'],
    ['תֵּל־אָבִיב', 'Tel Aviv, Israel'],
    ['Herzl 5, Haifa', 'Haifa, Israel'],
    ['Herzl 5 Haifa', 'Haifa, Israel'],
    ['הרצל 5, תל אביב', 'Tel Aviv, Israel'],
    ['5 rue de rivoli paris', 'Paris, France'],
    ['singapore', 'Singapore'],
  ])('%s finds %s', (text, expected) => {
    expect(best(text)).toBe(expected)
  })

  test('are written in the language of the reader', () => {
    const [first] = bundledPlaces(cities, 'he').search('oakland', { near: [], limit: 1 })
    expect(first).toEqual({ address: 'אוקלנד, CA, ארצות הברית', coordinates: [-122.2708, 37.8044] })
  })

  test('nearby places precede larger distant ones', () => {
    expect(best('springfield', [-89.6, 39.8])).toBe('Springfield, IL, United States')
    expect(best('springfield', [-123, 44])).toBe('Springfield, OR, United States')
    expect(best('london', [-81, 43])).toBe('London, Canada')
  })

  test.each(['Duboce Ave', 'Market St 5'])('a street is no distant village: %s', (text) => {
    const found = bundledPlaces(cities, 'en').search(text, { near: [[-122.43, 37.77]], limit: 5 })
    for (const { address, coordinates } of found)
      expect(distance(-122.43, 37.77, ...coordinates), address).toBeLessThan(200)
  })

  test('a small town is found beside a street near home, and beside the name of its state', () => {
    expect(best('main street tonopah')).not.toBe('Tonopah, NV, United States')
    expect(best('main street tonopah', [-117.2, 38])).toBe('Tonopah, NV, United States')
    expect(best('tonopah nevada')).toBe('Tonopah, NV, United States')
  })

  test('places with the same name in one country are distinguished', () => {
    const found = addresses('san jose, philippines', undefined, 4)
    expect(new Set(found).size).toBe(4)
    expect(found.some((text) => / near .+, Philippines$/.test(text))).toBe(true)
  })

  test.each(['xyzzyq', '12 main st', '!!', ',,', ' '])('%j finds nothing', (text) => {
    expect(addresses(text)).toEqual([])
  })

  test('are limited to the requested number', () => {
    expect(addresses('sa', undefined, 8)).toHaveLength(8)
  })

  test('a very long text gets a reply too', () => {
    expect(addresses('no place of this name '.repeat(12))).toEqual(expect.any(Array))
  })
})

describe('without a geocoder', () => {
  const places = openPlaces({ geocoderUrl: undefined, log: { warn: () => {} } })

  test('typed coordinates are found, with or without a named place nearby', async () => {
    expect(await places.search('37.8044, -122.2711', { language: 'en' })).toEqual({
      places: [{ address: 'near Oakland, United States', coordinates: [-122.2711, 37.8044] }],
      hasFailed: false,
    })
    expect((await places.search('30, -40', { language: 'en' })).places).toEqual([
      { address: '30, -40', coordinates: [-40, 30] },
    ])
  })

  test('names are searched around the home of the service', async () => {
    const homeOf = async (id: string): Promise<LngLat | undefined> => (id === 'illinois' ? [-89.6, 39.8] : undefined)
    const homely = openPlaces({ geocoderUrl: undefined, homeOf, log: { warn: () => {} } })
    const first = async (serviceId: string) =>
      (await homely.search('springfield', { language: 'en', serviceId })).places[0]?.address
    expect(await first('illinois')).toBe('Springfield, IL, United States')
    expect(await first('other')).not.toBe('Springfield, IL, United States')
  })

  test('no place nearby is not a failure', async () => {
    expect(await places.addressOf([-40, 30], 'en')).toEqual({ address: null, hasFailed: false })
  })
})
