import { afterEach, expect, test, vi } from 'vitest'
import { wipeDevice } from './wipe.ts'

afterEach(() => vi.unstubAllGlobals())

test('signing out removes pictures, views and saved maps, and keeps the app', async () => {
  const names = new Set(['shell-v2', 'pictures', 'views', 'map-tiles', 'map-tiles-1', 'map-tiles-2'])
  vi.stubGlobal('caches', { keys: async () => [...names], delete: async (name: string) => names.delete(name) })
  await wipeDevice()
  expect([...names]).toEqual(['shell-v2'])
})
