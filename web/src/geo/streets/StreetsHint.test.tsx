import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Streets, streetsApi, type TileSet } from '#contract'
import { setLiveState } from '../../api/live.ts'
import { MapContext, type OpenMap } from '../../map/useMap.ts'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { StreetsHint } from './StreetsHint.tsx'

const answer = vi.fn()
answerCalls(answer)
beforeAll(async () => void (await startTestI18n()))

const none: Streets = { areas: [], unusable: [], job: null, unfinished: [], sourceHost: 'planet.example' }
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  answer.mockReset().mockResolvedValue(none)
})

const bay: TileSet = {
  kind: 'streets',
  tiles: '/tiles/{z}/{x}/{y}',
  minZoom: 0,
  maxZoom: 15,
  areas: [[-122.6, 37.6, -122.3, 37.9]],
  lastZooms: [15],
}
const inBay = { lng: -122.42, lat: 37.77 }
const inParis = { lng: 2.35, lat: 48.86 }

const mapAt = (place: typeof inBay, zoom: number) => {
  const view = { ...place, zoom }
  const listeners = new Set<() => void>()
  const map = {
    getCenter: () => ({ wrap: () => ({ lng: view.lng, lat: view.lat }) }),
    getZoom: () => view.zoom,
    on: (_: string, listener: () => void) => listeners.add(listener),
    off: (_: string, listener: () => void) => listeners.delete(listener),
  }
  const move = (next: Partial<typeof view>) =>
    act(() => {
      Object.assign(view, next)
      for (const listener of listeners) listener()
    })
  return { open: { map } as unknown as OpenMap, move }
}
const showAt = (place: typeof inBay, zoom: number, tileSets: TileSet[] = [bay], mayFetch = true) => {
  const { open, move } = mapAt(place, zoom)
  const shown = show(
    <MapContext value={open}>
      <StreetsHint tileSets={tileSets} mayFetch={mayFetch} whomToAsk="Ask Robin." />
    </MapContext>,
  )
  return { ...shown, move }
}
const hint = () => screen.queryByText('The map has no streets here yet.')

test('the hint is hidden while offline', () => {
  showAt(inParis, 12)
  expect(hint()).not.toBeNull()
  act(() => setLiveState('waiting'))
  expect(hint()).toBeNull()
  act(() => setLiveState('live'))
  expect(hint()).not.toBeNull()
})

test('the hint is shown if the map has no streets and is zoomed in enough', () => {
  const { move } = showAt(inParis, 11)
  expect(hint()).not.toBeNull()
  move(inBay)
  expect(hint()).toBeNull()
  move({ ...inParis, zoom: 8 })
  expect(hint()).toBeNull()
  move({ zoom: 9.5 })
  expect(hint()).not.toBeNull()
})

test('polls downloads only while visible', () => {
  const { move } = showAt(inBay, 13)
  expect(answer).not.toHaveBeenCalled()
  move(inParis)
  expect(answer.mock.calls.map(([endpoint]) => endpoint)).toEqual([streetsApi.read])
})

test('while streets download it shows progress, and offers no second download', async () => {
  const job = { state: 'running' as const, name: '', box: bay.areas[0]!, bytes: 8e6, doneBytes: 2e6, problem: null }
  answer.mockResolvedValue({ ...none, job })
  showAt(inParis, 12)
  expect(await screen.findByText('Downloading streets: 25%')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Download streets' })).toBeNull()
})

test('“Not now” hides it for the rest of the session, on every view', async () => {
  const { move, unmount } = showAt(inParis, 12)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Not now' }))
  expect(hint()).toBeNull()
  move({ lng: 3 })
  expect(hint()).toBeNull()
  unmount()
  showAt(inParis, 12)
  expect(hint()).toBeNull()
})

test('after a failed download without a network it names the remedy', async () => {
  const job = {
    state: 'failed' as const,
    name: '',
    box: bay.areas[0]!,
    bytes: 0,
    doneBytes: 0,
    problem: 'unreachable' as const,
  }
  answer.mockResolvedValue({ ...none, job })
  showAt(inParis, 12)
  expect(await screen.findByText(/can’t reach the map source.*upload a map file/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Download streets' })).toBeDefined()
})

test('a member who may not download reads whom to ask, once', async () => {
  const { unmount } = showAt(inParis, 12, [], false)
  expect(screen.getByRole('status').textContent).toContain('The map has no streets here yet. Ask Robin.')
  expect(screen.queryByRole('button', { name: 'Download streets' })).toBeNull()
  expect(answer).not.toHaveBeenCalled()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Not now' }))
  unmount()
  sessionStorage.clear()
  showAt(inParis, 12, [], false)
  expect(screen.queryByRole('status')).toBeNull()
})
