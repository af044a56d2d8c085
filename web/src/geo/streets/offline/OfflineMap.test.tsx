import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { TileSet } from '#contract'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { OfflineMap } from './OfflineMap.tsx'
import type * as savedMaps from './saved-map.ts'

const { readSavedMap, saveMap } = vi.hoisted(() => ({ readSavedMap: vi.fn(), saveMap: vi.fn() }))
vi.mock('./saved-map.ts', async (original) => ({
  ...(await original<typeof savedMaps>()),
  canSave: () => true,
  readSavedMap,
  saveMap,
}))
beforeAll(async () => void (await startTestI18n()))
beforeEach(() => {
  readSavedMap.mockReset().mockResolvedValue(saved)
  saveMap.mockReset()
})

const area: [number, number, number, number] = [34.95, 32.78, 35.02, 32.83]
const set: TileSet = {
  kind: 'streets',
  tiles: '/api/cohesion/streets/tiles/rev1/streets/{z}/{x}/{y}',
  minZoom: 0,
  maxZoom: 15,
  areas: [area],
  lastZooms: [15],
}
const saved: savedMaps.SavedMap = {
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
  ['the line breaks', new Error('a tile answered 503'), /^The map couldn’t be saved/],
  ['the device is full', new DOMException('full', 'QuotaExceededError'), /^There’s not enough space for the new map/],
])('saving again when %s says so, and that the map saved before is unchanged', async (_, problem, text) => {
  saveMap.mockRejectedValue(problem)
  await saveAgain()
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByText('The previously saved map is unchanged.')).toBeDefined()
  expect(screen.getByText(/^Saved on 16 Nov 2026/)).toBeDefined()
})

test('leaving the panel ends the saving', async () => {
  const signals: AbortSignal[] = []
  saveMap.mockImplementation(({ signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  const { unmount } = show(<OfflineMap homeArea={area} tileSets={[set]} />)
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Save again' }))
  await waitFor(() => expect(signals).toHaveLength(1))
  unmount()
  expect(signals[0]?.aborted).toBe(true)
})
