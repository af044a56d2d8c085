import { expect, test } from 'vitest'
import type { HomeArea, LngLat } from '#contract'
import { firstView, wholeWorld } from './first-view.ts'

const me = { service: { _id: 'mine', homeArea: null }, homeLocation: [35, 32] as LngLat }
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

test('a first visit shows the regions of its own service', () => {
  const { center, zoom } = firstView([square('mine', [-123, 37], 1), square('other', [100, 0], 20)], me)
  expect(center).toEqual([-122.5, 37.5])
  expect(zoom).toBeGreaterThan(7)
  expect(zoom).toBeLessThan(9)
})

test('the home area of the service comes before its regions', () => {
  const homeArea: HomeArea = [34.7, 32, 34.9, 32.2]
  const { center, zoom } = firstView([square('mine', [-123, 37], 1)], { ...me, service: { _id: 'mine', homeArea } })
  expect(center.map((degrees) => Number(degrees.toFixed(3)))).toEqual([34.8, 32.1])
  expect(zoom).toBeGreaterThan(9)
})

test('without regions it shows the home, and without a home the world', () => {
  expect(firstView([], me).center).toEqual([35, 32])
  expect(firstView([], { ...me, homeLocation: null })).toBe(wholeWorld)
})
