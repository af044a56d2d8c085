import { afterEach, expect, test, vi } from 'vitest'
import { keepView } from './keep-view.ts'

afterEach(() => void vi.unstubAllGlobals())

test("stores the first view's tiles on devices with a saved map, and tolerates a full disk", async () => {
  const kept: string[] = []
  const put = async (address: string) => void kept.push(address)
  vi.stubGlobal('caches', { open: async (name: string) => ({ put: (address: string) => put(`${name} ${address}`) }) })
  vi.stubGlobal('navigator', { serviceWorker: { controller: null } })
  await keepView('/tile', new Response())
  expect(kept).toEqual([])
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  await keepView('/tile', new Response())
  expect(kept).toEqual(['views /tile'])
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('full')) })
  await keepView('/tile', new Response())
})
