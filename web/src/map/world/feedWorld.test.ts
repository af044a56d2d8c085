import { Evented, LngLatBounds, type Map as MapLibre } from 'maplibre-gl'
import { afterEach, expect, test, vi } from 'vitest'
import { feedWorld } from './feedWorld.ts'
import { placeKinds } from './packed.ts'

afterEach(() => vi.unstubAllGlobals())

/** A map that looks at San Francisco from this zoom, and can be moved. */
class View extends Evented {
  zoom = 13
  getZoom = () => this.zoom
  bounds = new LngLatBounds([-122.5, 37.7, -122.4, 37.8])
  getBounds = () => this.bounds
  updateData = vi.fn<(change: { add: { properties: { name: string } }[] }) => void>()
  getSource = () => ({ updateData: this.updateData })
}

const emptySquare = { perDegree: 1, frame: [0, 0, 1, 1], land: [], lakes: [], borders: [], states: [], places: [] }

const start = (isHidden?: (view: unknown, zoom: number) => boolean, places: unknown[] = []) => {
  const fetched = vi.fn(async (address: string) => Response.json(address.includes('places') ? places : emptySquare))
  vi.stubGlobal('fetch', fetched)
  Object.assign(document.fonts, { load: async () => [] })
  const map = new View()
  const stop = feedWorld(map as unknown as MapLibre, 'en', (problem) => expect(problem).toBeUndefined(), isHidden)
  return { map, stop, fetched }
}

test('the world is loaded at once where it is seen', () => {
  expect(start().fetched).toHaveBeenCalled()
})

test('a world that streets hide is loaded after the first picture', () => {
  const { map, fetched } = start(() => true)
  map.fire('move')
  expect(fetched).not.toHaveBeenCalled()
  map.fire('load')
  expect(fetched).toHaveBeenCalled()
})

test('it is loaded before that when the view leaves the streets', () => {
  const { map, fetched } = start((_view, zoom) => zoom > 11)
  map.zoom = 10
  map.fire('move')
  expect(fetched).toHaveBeenCalled()
})

test('a map that was removed loads nothing', () => {
  const { map, stop, fetched } = start(() => true)
  stop()
  map.fire('load')
  expect(fetched).not.toHaveBeenCalled()
})

test('a view is given the places around it alone; the others when it comes there, also in another copy of the world', async () => {
  const city = placeKinds.indexOf('city')
  const { map } = start(undefined, [
    ['San Francisco', -122_420, 37_770, 3, city],
    ['Paris', 2350, 48_860, 3, city],
    ['Wellington', 174_780, -41_290, 3, city],
  ])
  const given = () => map.updateData.mock.calls.flatMap(([{ add }]) => add.map(({ properties }) => properties.name))
  await vi.waitFor(() => expect(given()).toEqual(['San Francisco']))
  map.bounds = new LngLatBounds([2.3, 48.8, 2.4, 48.9])
  map.fire('move')
  await vi.waitFor(() => expect(given()).toEqual(['San Francisco', 'Paris']))
  map.bounds = new LngLatBounds([-185.3, -41.4, -185.1, -41.2])
  map.fire('move')
  map.fire('move')
  await vi.waitFor(() => expect(given()).toEqual(['San Francisco', 'Paris', 'Wellington']))
})
