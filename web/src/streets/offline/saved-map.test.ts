import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Box, TileSet } from '#contract'
import { streetLetters } from '../../map/streets/letters.ts'
import { readSavedMap, removeSavedMap, type SaveProgress, saveMap } from './saved-map.ts'
import { tilesOfArea } from './tiles.ts'

const haifa: Box = [34.95, 32.78, 35.02, 32.83]
const set: TileSet = {
  kind: 'streets',
  tiles: '/api/cohesion/streets/tiles/rev1/streets15/{z}/{x}/{y}',
  minZoom: 0,
  maxZoom: 15,
  areas: [[34.9, 32.7, 35.1, 32.9]],
}

/** Enough of the browser's caches. */
const makeCaches = () => {
  const all = new Map<string, Map<string, Response>>()
  return {
    all,
    open: async (name: string) => {
      const entries = all.get(name) ?? new Map<string, Response>()
      all.set(name, entries)
      return {
        match: async (key: string) => entries.get(key)?.clone(),
        put: async (key: string, answer: Response) => void entries.set(key, answer),
      }
    },
    delete: async (name: string) => all.delete(name),
  }
}
let caches = makeCaches()
const fetched = vi.fn<(address: string, options?: RequestInit) => Promise<Response>>()
beforeEach(() => {
  caches = makeCaches()
  fetched.mockReset().mockImplementation(async () => new Response(new Uint8Array(1000)))
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

const save = (
  limitBytes = 1e9,
  stop = new AbortController(),
  onProgress: (progress: SaveProgress) => void = () => {},
) => saveMap({ area: haifa, tileSets: [set], limitBytes, signal: stop.signal, onProgress })
const fontBytes = streetLetters.length * 1000
const savedKeys = () => [...(caches.all.get('map-tiles')?.keys() ?? [])]

test('an area has the tiles of all zooms with streets, far ones first, and none outside of the streets', () => {
  const tiles = tilesOfArea(haifa, [set])
  const zooms = tiles.map(({ z }) => z)
  expect(zooms).toEqual(zooms.toSorted((one, other) => one - other))
  expect([...new Set(zooms)]).toEqual([11, 12, 13, 14, 15])
  expect(tilesOfArea([2, 48, 3, 49], [set])).toEqual([])
  expect(new Set(tiles.map(({ address }) => address)).size).toBe(tiles.length)
})

test('every tile is saved once, under an address without the revision of the map', async () => {
  const steps: SaveProgress[] = []
  const map = await save(1e9, undefined, (progress) => steps.push(progress))
  const tiles = tilesOfArea(haifa, [set])
  expect(fetched).toHaveBeenCalledTimes(tiles.length + streetLetters.length)
  expect(map).toMatchObject({ area: haifa, bytes: fontBytes + tiles.length * 1000, isComplete: true, revision: 'rev1' })
  expect(steps.at(-1)).toEqual({ bytes: map.bytes, tiles: tiles.length, allTiles: tiles.length })
  const [{ z, x, y } = { z: 0, x: 0, y: 0 }] = tiles
  expect(savedKeys()).toContain(`/api/cohesion/streets/tiles/saved/streets15/${z}/${x}/${y}`)
  expect(await readSavedMap()).toEqual(map)
})

test('the letters of all scripts are saved with the streets, under their own addresses', async () => {
  await save()
  for (const { url } of streetLetters) expect(savedKeys()).toContain(url)
})

test('the limit holds, and says that something is missing', async () => {
  const limit = fontBytes + 10_500
  const map = await save(limit)
  expect(map.bytes).toBeLessThanOrEqual(limit)
  expect(map.isComplete).toBe(false)
  expect(savedKeys().filter((key) => key.includes('/11/')).length).toBeGreaterThan(0)
})

test('tiles without anything in them are saved as such', async () => {
  fetched.mockImplementation(async (address) => new Response(null, { status: address.includes('/tiles/') ? 204 : 200 }))
  expect(await save()).toMatchObject({ bytes: 0, isComplete: true })
  const [key = ''] = savedKeys().filter((address) => address.includes('/tiles/'))
  expect(caches.all.get('map-tiles')?.get(key)?.status).toBe(204)
})

test('what is stopped or fails leaves nothing behind', async () => {
  const stop = new AbortController()
  await expect(save(1e9, stop, () => stop.abort())).rejects.toThrow()
  expect(savedKeys()).toEqual([])
  fetched.mockImplementation(async () => new Response('', { status: 503 }))
  await expect(save()).rejects.toThrow('503')
  expect(await readSavedMap()).toBeNull()
})

test('a saved map can be removed', async () => {
  await save()
  await removeSavedMap()
  expect(await readSavedMap()).toBeNull()
  expect(savedKeys()).toEqual([])
})
