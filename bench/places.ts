import { distance } from 'geokdbush'
import { bundledPlaces } from '../server/src/geo/places/bundled.ts'
import { type Cities, loadCities } from '../server/src/geo/places/cities.ts'
import { fold } from '../server/src/geo/places/fold.ts'
import { line, medians } from './ratio.ts'

/** What does a look-up among the bundled places cost, against a plain loop over all of them in the same run? */
const RUNS = 5

type Point = [lng: number, lat: number]

/** The same points and names every time. */
const pointsAround = (cities: Cities, count: number): Point[] =>
  Array.from({ length: count }, (_, n) => {
    const [lng, lat] = cities.at((n * 7919) % cities.population.length)
    return [lng + (n % 10) / 100, Math.max(-90, Math.min(90, lat - (n % 7) / 100))]
  })
const pointsAnywhere = (count: number): Point[] =>
  Array.from({ length: count }, (_, n) => [((n * 222.492) % 360) - 180, ((n * 0.6180339) % 1) * 140 - 60])
const typed = ['oakland', 'san fr', 'חיפה', 'paris texas', 'Herzl 5, Haifa', 'krakow', 'springfield', 'tok']

/** Processor time of each, in µs: other work on the machine does not count. */
const cost =
  <T>(inputs: readonly T[], look: (input: T) => unknown) =>
  async () => {
    const before = process.cpuUsage()
    for (const input of inputs) look(input)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / inputs.length
  }

const nearestByLoop = (cities: Cities, [lng, lat]: Point): number => {
  const { coords } = cities.tree
  let best = -1
  let bestKm = Infinity
  for (let city = 0; city < cities.population.length; city++) {
    const km = distance(lng, lat, coords[2 * city] ?? 0, coords[2 * city + 1] ?? 0)
    if (km < bestKm) [best, bestKm] = [city, km]
  }
  return best
}

const benchLookUps = async (cities: Cities) => {
  const places = bundledPlaces(cities, 'en')
  const names = Array.from(cities.population, (_, city) => fold(cities.nameOf(city)))
  const [settled, anywhere] = [pointsAround(cities, 5000), pointsAnywhere(5000)]
  const searches = [1, 2, 3, 4, 5].flatMap(() => typed)
  const options = { near: [-122.4, 37.8] as Point, limit: 8 }

  const µs = await medians(RUNS, {
    loop: cost(settled.slice(0, 10), (point) => nearestByLoop(cities, point)),
    settled: cost(settled, places.addressOf),
    anywhere: cost(anywhere, places.addressOf),
    filter: cost(searches.map(fold), (text) => names.filter((name) => name.includes(text))),
    search: cost(searches, (text) => places.search(text, options)),
    shortest: cost(
      searches.map((text) => text.slice(0, 2)),
      (text) => places.search(text, options),
    ),
  })
  const perSecond = (value: number) => 1e6 / value
  const loop = { name: 'a loop over all cities', value: perSecond(µs.loop) }
  line('addresses where people live', perSecond(µs.settled), 'per s', loop)
  line('addresses anywhere, the seas too', perSecond(µs.anywhere), 'per s', loop)
  const filter = { name: 'a filter over all names, unranked', value: perSecond(µs.filter) }
  line('searches by name, ranked', perSecond(µs.search), 'per s', filter)
  line('searches by two letters, ranked', perSecond(µs.shortest), 'per s', filter)
}

const start = performance.now()
const cities = await loadCities()
line('reading the bundled places', performance.now() - start, 'ms')
const columns = [cities.population, cities.country, cities.state, cities.isQuarter, cities.large, cities.otherNameOf]
const texts = [cities.names, cities.folded, cities.otherNames].flatMap(({ text, starts }) => [text, starts])
const bytes = [...columns, ...texts, cities.tree.data, cities.largeTree.data].reduce(
  (sum, one) => sum + one.byteLength,
  0,
)
line(`memory for ${cities.population.length} of them`, bytes / 1e6, 'MB')
await benchLookUps(cities)
