// MapLibre's worker, which also makes the tiles of the bundled world: the page neither reads nor passes on what is in them.
import MapLibreWorker from 'maplibre-gl/dist/maplibre-gl-worker.mjs'
import { lettersAddress, rareLetters } from './world/letters.ts'
import { tileOf, worldProtocol } from './world/sources.ts'
import { addressOf, squares } from './world/squares.ts'
import { worldTiles } from './world/worldTiles.ts'

/** API of MapLibre's worker for scripts in it. */
interface MapWorker {
  worker: unknown
  addProtocol(name: string, answer: (request: { url: string }) => Promise<{ data: ArrayBuffer }>): void
  makeRequest(request: { url: string; type: 'json' }, ending: AbortController): Promise<unknown>
}
const worker = self as unknown as MapWorker
// Importing the module starts the worker. MapLibre declares it free of side effects, so the build would leave it out if
// nothing of it were used.
if (!(worker.worker instanceof MapLibreWorker)) throw new Error("MapLibre's worker did not start.")

const load = async <T>(name: string): Promise<T> => {
  const answer = await fetch(addressOf(name))
  if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`)
  return (await answer.json()) as T
}
const makeTile = worldTiles(load, squares)

const loaded = new Set<string>()
/** MapLibre draws a letter once: before its font is there it would keep the wrong one. */
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
