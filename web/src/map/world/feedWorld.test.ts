import { Evented, LngLatBounds, type Map as MapLibre } from 'maplibre-gl'
import { afterEach, expect, test, vi } from 'vitest'
import { feedWorld } from './feedWorld.ts'

afterEach(() => vi.unstubAllGlobals())

/** A map that looks at San Francisco from this zoom, and can be moved. */
class View extends Evented {
  zoom = 13
  getZoom = () => this.zoom
  getBounds = () => new LngLatBounds([-122.5, 37.7, -122.4, 37.8])
  getSource = () => undefined
}

const emptySquare = { perDegree: 1, frame: [0, 0, 1, 1], land: [], lakes: [], borders: [], states: [], places: [] }

const start = (isHidden?: (view: unknown, zoom: number) => boolean) => {
  const fetched = vi.fn(async (address: string) => Response.json(address.includes('places') ? [] : emptySquare))
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
