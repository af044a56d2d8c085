import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Box, TileSet } from '#contract'
import { streetLetters } from '../../../map/streets/letters.ts'
import { readSavedMap, removeSavedMap, type SaveProgress, saveMap } from './saved-map.ts'
import { tilesOfArea } from './tiles.ts'

const haifa: Box = [34.95, 32.78, 35.02, 32.83]
const set: TileSet = {
  kind: 'streets',
  tiles: '/api/cohesion/streets/tiles/rev1/streets/{z}/{x}/{y}',
  minZoom: 0,
  maxZoom: 15,
  areas: [[34.9, 32.7, 35.1, 32.9]],
  lastZooms: [15],
}

const makeCaches = () => {
  const all = new Map<string, Map<string, Response>>()
  let failure: Error | undefined
  return {
    all,
    failWith: (error: Error) => {
      failure = error
    },
    open: async (name: string) => {
      const entries = all.get(name) ?? new Map<string, Response>()
      all.set(name, entries)
      return {
        match: async (key: string) => entries.get(key)?.clone(),
        put: async (key: string, answer: Response) => {
          if (failure) throw failure
          entries.set(key, answer)
        },
      }
    },
    keys: async () => [...all.keys()],
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
const allSaved = () => [...caches.all.values()].flatMap((entries) => [...entries])
const fontBytes = streetLetters.length * 1000
const savedKeys = () => allSaved().map(([key]) => key)

test('an area has the tiles of all zooms with streets, far ones first', () => {
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
  expect(savedKeys()).toContain(`/api/cohesion/streets/tiles/saved/streets/${z}/${x}/${y}`)
  expect(await readSavedMap()).toEqual(map)
})

test('the glyphs of all scripts are saved with the streets, under their own addresses', async () => {
  await save()
  for (const { url } of streetLetters) expect(savedKeys()).toContain(url)
})

test('saving stops at the limit, and the result is marked incomplete', async () => {
  const limit = fontBytes + 10_500
  const map = await save(limit)
  expect(map.bytes).toBeLessThanOrEqual(limit)
  expect(map.isComplete).toBe(false)
  expect(savedKeys().filter((key) => key.includes('/11/')).length).toBeGreaterThan(0)
})

test('the limit includes glyphs, in either order', async () => {
  const map = await save(fontBytes - 500)
  expect(map.bytes).toBeLessThanOrEqual(fontBytes - 500)
  expect(map.isComplete).toBe(false)
})

test('empty tiles are saved as empty', async () => {
  fetched.mockImplementation(async (address) => new Response(null, { status: address.includes('/tiles/') ? 204 : 200 }))
  expect(await save()).toMatchObject({ bytes: 0, isComplete: true })
  const [key = ''] = savedKeys().filter((address) => address.includes('/tiles/'))
  expect(new Map(allSaved()).get(key)?.status).toBe(204)
})

test('tiles of each area are saved up to its own last zoom', () => {
  const akko: Box = [35.1, 32.78, 35.2, 32.83]
  const both = { ...set, areas: [...set.areas, akko], lastZooms: [15, 12] }
  const tiles = tilesOfArea([34.95, 32.78, 35.2, 32.83], [both])
  const { x: edge } = { x: ((akko[0] + 180) / 360) * 2 ** 15 }
  expect(tiles.filter(({ z, x }) => z === 15 && x > edge)).toEqual([])
  expect(tiles.filter(({ z, x }) => z === 12 && x > edge / 8).length).toBeGreaterThan(0)
})

test('a missing tile with an ancestor is not a failure', async () => {
  const isDeep = (address: string) => /\/tiles\/.*\/15\//.test(address)
  fetched.mockImplementation(async (address) =>
    isDeep(address) ? new Response(null, { status: 404 }) : new Response(new Uint8Array(1000)),
  )
  const steps: SaveProgress[] = []
  expect(await save(1e9, undefined, (progress) => steps.push(progress))).toMatchObject({ isComplete: true })
  expect(steps.at(-1)?.tiles).toBe(steps.at(-1)?.allTiles)
  expect(savedKeys().filter(isDeep)).toEqual([])
})

type Failure = [string, (stop: AbortController) => void]
const failures: Failure[] = [
  ['is stopped', (stop) => void fetched.mockImplementation(async () => {
    stop.abort()
    return new Response(new Uint8Array(1000))
  })], // biome-ignore format: a table
  ['fails', () => void fetched.mockImplementation(async () => new Response('', { status: 503 }))],
  ['finds no room on the device', () => void caches.failWith(new DOMException('full', 'QuotaExceededError'))],
] // biome-ignore format: a table

test.each(failures)('saving that %s leaves nothing behind', async (_, spoil) => {
  const stop = new AbortController()
  spoil(stop)
  await expect(save(1e9, stop)).rejects.toThrow()
  expect(await readSavedMap()).toBeNull()
  expect(savedKeys()).toEqual([])
})

test.each(failures)('saving again that %s leaves the map that was saved before', async (_, spoil) => {
  const first = await save()
  const before = allSaved()
  const stop = new AbortController()
  spoil(stop)
  await expect(save(2e9, stop)).rejects.toThrow()
  expect(await readSavedMap()).toEqual(first)
  expect(allSaved()).toEqual(before)
})

test('saving again replaces the map and removes the unfinished map of a closed page', async () => {
  await save()
  const left = await caches.open('map-tiles-closed')
  await left.put('/half', new Response('half'))
  const count = savedKeys().length - 1
  const second = await save(2e9)
  expect(await readSavedMap()).toEqual(second)
  expect(savedKeys()).toHaveLength(count)
})

test('a map saved by an earlier version is recognised', async () => {
  const old = await caches.open('map-tiles')
  await old.put('/saved-map.json', new Response('{"bytes":5}'))
  expect(await readSavedMap()).toEqual({ bytes: 5 })
  await save()
  expect([...caches.all.keys()]).not.toContain('map-tiles')
})

test('a saved map can be removed', async () => {
  await save()
  await removeSavedMap()
  expect(await readSavedMap()).toBeNull()
  expect(savedKeys()).toEqual([])
})
