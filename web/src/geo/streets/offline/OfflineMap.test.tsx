import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { TileSet } from '#contract'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { OfflineMap } from './OfflineMap.tsx'
import type { SavedMap } from './saved-map.ts'

/** A stub of the browser's cache storage, which happy-dom lacks. */
const caches = { stored: new Map<string, Map<string, Response>>(), isFull: false }
const cacheStorage = {
  keys: async () => [...caches.stored.keys()],
  delete: async (name: string) => caches.stored.delete(name),
  open: async (name: string) => {
    const entries = caches.stored.get(name) ?? new Map<string, Response>()
    caches.stored.set(name, entries)
    return {
      match: async (key: string) => entries.get(key)?.clone(),
      put: async (key: string, answer: Response) => {
        if (caches.isFull) throw new DOMException('full', 'QuotaExceededError')
        entries.set(key, answer)
      },
    }
  },
}
const fetched = vi.fn()

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => {
  caches.isFull = false
  caches.stored = new Map([['map-tiles-1', new Map([['/saved-map.json', new Response(JSON.stringify(saved))]])]])
  vi.stubGlobal('caches', cacheStorage)
  vi.stubGlobal('fetch', fetched.mockReset())
})
afterEach(() => vi.unstubAllGlobals())

const area: [number, number, number, number] = [34.95, 32.78, 35.02, 32.83]
const set: TileSet = {
  kind: 'streets',
  tiles: '/api/cohesion/streets/tiles/rev1/streets/{z}/{x}/{y}',
  minZoom: 0,
  maxZoom: 15,
  areas: [area],
  lastZooms: [15],
}
const saved: SavedMap = {
  area,
  bytes: 8e6,
  limitBytes: 50e6,
  isComplete: true,
  savedTime: '2026-11-16T10:00:00.000Z',
  revision: 'rev1',
}
const saveAgain = async () => {
  show(<OfflineMap homeArea={area} tileSets={[set]} />)
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Save again' }))
}

test.each([
  ['the line breaks', { status: 503, isFull: false }, /^The map couldn’t be saved/],
  ['the device is full', { status: 200, isFull: true }, /^There’s not enough space for the new map/],
])('saving again when %s says so, and that the map saved before is unchanged', async (_, { status, isFull }, text) => {
  caches.isFull = isFull
  fetched.mockImplementation(async () => new Response('tile', { status }))
  await saveAgain()
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByText('The previously saved map is unchanged.')).toBeDefined()
  expect(screen.getByText(/^Saved on 16 Nov 2026/)).toBeDefined()
  expect([...caches.stored.keys()]).toEqual(['map-tiles-1'])
})

test('leaving the panel stops saving', async () => {
  fetched.mockReturnValue(new Promise(() => {}))
  const { unmount } = show(<OfflineMap homeArea={area} tileSets={[set]} />)
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Save again' }))
  await waitFor(() => expect(fetched).toHaveBeenCalled())
  unmount()
  expect(fetched.mock.calls[0]?.[1].signal.aborted).toBe(true)
})
