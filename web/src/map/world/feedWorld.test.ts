import { Evented, LngLatBounds, type Map as MapLibre } from 'maplibre-gl'
import { expect, test, vi } from 'vitest'
import { feedWorld } from './feedWorld.ts'
import { worldSources } from './sources.ts'

/** A stub of a map that shows San Francisco, with a variable zoom. */
class View extends Evented {
  zoom = 13
  getZoom = () => this.zoom
  getBounds = () => new LngLatBounds([-122.5, 37.7, -122.4, 37.8])
  sources: Record<string, string> = { land: worldSources.near, roads: 'streets0', towns: worldSources.places }
  getLayersOrder = () => Object.keys(this.sources)
  getLayer = (id: string) => ({ source: this.sources[id] })
  hidden = new Set<string>()
  setLayoutProperty = (id: string, _name: string, value: string) =>
    value === 'none' ? this.hidden.add(id) : this.hidden.delete(id)
  refreshTiles = vi.fn<(source: string) => void>()
}

const start = (isHidden?: (view: unknown, zoom: number) => boolean) => {
  const map = new View()
  const stop = feedWorld(map as unknown as MapLibre, isHidden)
  return { map, stop }
}

test('the world is visible at once if no streets hide it', () => {
  expect(start().map.hidden.size).toBe(0)
})

test('a world hidden by streets loads after the first picture', () => {
  const { map } = start(() => true)
  map.fire('move')
  expect([...map.hidden]).toEqual(['land', 'towns'])
  map.fire('load')
  expect(map.hidden.size).toBe(0)
})

test('the world loads earlier if the view leaves the streets', () => {
  const { map } = start((_view, zoom) => zoom > 11)
  map.zoom = 10
  map.fire('move')
  expect(map.hidden.size).toBe(0)
})

test('a removed map is not touched', () => {
  const { map, stop } = start(() => true)
  stop()
  map.fire('load')
  expect(map.hidden.size).toBe(2)
})

test('retries failed tiles once at the next move', () => {
  const { map } = start()
  map.fire('error', { sourceId: worldSources.near })
  map.fire('error', { sourceId: 'streets0' })
  map.fire('moveend')
  map.fire('moveend')
  expect(map.refreshTiles.mock.calls).toEqual([[worldSources.near]])
})
