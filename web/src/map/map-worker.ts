// MapLibre's worker, which also makes the tiles of the bundled world, so that the page neither parses nor transfers
// their data.
import MapLibreWorker from 'maplibre-gl/dist/maplibre-gl-worker.mjs'
import { lettersAddress, rareLetters } from './world/letters.ts'
import { tileOf, worldProtocol } from './world/sources.ts'
import { addressOf, squares } from './world/squares.ts'
import { worldTiles } from './world/worldTiles.ts'

/** API that MapLibre's worker offers to scripts that run in it. */
interface MapWorker {
  worker: unknown
  addProtocol(name: string, answer: (request: { url: string }) => Promise<{ data: ArrayBuffer }>): void
  makeRequest(request: { url: string; type: 'json' }, ending: AbortController): Promise<unknown>
}
const worker = self as unknown as MapWorker
// Importing the module starts the worker. MapLibre declares it free of side effects, so without this use the build
// would drop the import.
if (!(worker.worker instanceof MapLibreWorker)) throw new Error("MapLibre's worker did not start.")

const load = async <T>(name: string): Promise<T> => {
  const answer = await fetch(addressOf(name))
  if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`)
  return (await answer.json()) as T
}
const makeTile = worldTiles(load, squares)

const loaded = new Set<string>()
/** MapLibre draws a letter once, so without its font it would keep showing the fallback font's letter. */
const loadLetters = async (letters: string): Promise<void> => {
  const missing = [...letters].filter((letter) => !loaded.has(letter))
  if (missing.length === 0) return
  await worker.makeRequest({ url: lettersAddress(missing.join('')), type: 'json' }, new AbortController())
  for (const letter of missing) loaded.add(letter)
}

worker.addProtocol(worldProtocol, async ({ url }) => {
  const tile = tileOf(url)
  const { bytes, names } = await makeTile(tile)
  await loadLetters(rareLetters(names, tile.language))
  return { data: bytes }
})
