import { expect, test } from 'vitest'
import type { HomeArea, LngLat } from '#contract'
import { firstView, wholeWorld } from './first-view.ts'

const profile = { service: { _id: 'mine', homeArea: null }, homeLocation: [35, 32] as LngLat }
const square = (service: string, [west, south]: LngLat, size: number) => ({
  service,
  geometry: {
    type: 'Polygon' as const,
    coordinates: [
      [
        [west, south],
        [west + size, south],
        [west + size, south + size],
        [west, south],
      ] as LngLat[],
    ],
  },
})

test('a first visit shows the events of the service', () => {
  const regions = [square('mine', [-123, 37], 1)]
  const { center, bounds } = firstView({ profile, regions, extent: [-122.5, 37.2, -122.3, 37.4] })
  expect(bounds).toEqual([-122.5, 37.2, -122.3, 37.4])
  expect(center.map((degrees) => Number(degrees.toFixed(3)))).toEqual([-122.4, 37.3])
})

test('a single event is shown with its surroundings', () => {
  const [west, south, east, north] = firstView({ profile, regions: [], extent: [35, 32, 35, 32] }).bounds ?? []
  expect([west, south, east, north]).toEqual([34.98, 31.98, 35.02, 32.02])
})

test('without events it shows the regions of its own service', () => {
  const regions = [square('mine', [-123, 37], 1), square('other', [100, 0], 20)]
  const { center, zoom, bounds } = firstView({ profile, regions, extent: null })
  expect(center).toEqual([-122.5, 37.5])
  expect(bounds).toEqual([-123, 37, -122, 38])
  expect(zoom).toBeGreaterThan(7)
  expect(zoom).toBeLessThan(9)
})

test('the home area of the service comes before its events', () => {
  const homeArea: HomeArea = [34.7, 32, 34.9, 32.2]
  const mine = { ...profile, service: { _id: 'mine', homeArea } }
  const { center, bounds } = firstView({ profile: mine, regions: [], extent: [-123, 37, -122, 38] })
  expect(center.map((degrees) => Number(degrees.toFixed(3)))).toEqual([34.8, 32.1])
  expect(bounds).toEqual(homeArea)
})

test('without events and regions it shows the home, and without a home the world', () => {
  expect(firstView({ profile, regions: [], extent: null }).center).toEqual([35, 32])
  expect(firstView({ profile: { ...profile, homeLocation: null }, regions: [], extent: null })).toBe(wholeWorld)
})
