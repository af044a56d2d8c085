import type { Map as MapLibre } from 'maplibre-gl'
import { expect, test, vi } from 'vitest'
import { boundsAround, isUncovered, reveal, shiftToUncovered, showAtFirst, toSides } from './reveal.ts'

const size = { width: 1000, height: 600 }
const sides = { top: 0, bottom: 50, left: 345, right: 0 }

test('start is left, and right in Hebrew', () => {
  const padding = { top: 1, bottom: 2, start: 3, end: 4 }
  expect(toSides(padding, false)).toEqual({ top: 1, bottom: 2, left: 3, right: 4 })
  expect(toSides(padding, true)).toEqual({ top: 1, bottom: 2, left: 4, right: 3 })
})

test('the first view is centred in the area that panels leave uncovered', () => {
  expect(shiftToUncovered(sides)).toEqual([-172.5, 25])
})

test('the first view fits its bounds into the area that panels leave uncovered', () => {
  const camera = { center: [1, 2], zoom: 11.5 }
  const map = { cameraForBounds: vi.fn(() => camera), jumpTo: vi.fn(), panBy: vi.fn() }
  showAtFirst(map as unknown as MapLibre, { center: [0, 0], zoom: 8, bounds: [-1, -2, 3, 4] }, sides)
  expect(map.cameraForBounds).toHaveBeenCalledWith([-1, -2, 3, 4], {
    padding: { top: 24, bottom: 74, left: 369, right: 24 },
    maxZoom: 13,
  })
  expect(map.jumpTo).toHaveBeenCalledWith(camera)
  expect(map.panBy).not.toHaveBeenCalled()
})

test.each([
  [{ x: 600, y: 300 }, true],
  [{ x: 200, y: 300 }, false],
  [{ x: 350, y: 300 }, false],
  [{ x: 990, y: 300 }, false],
  [{ x: 600, y: 580 }, false],
  [{ x: 600, y: -10 }, false],
])('a point at %o is seen: %s', (point, expected) => {
  expect(isUncovered(point, size, sides)).toBe(expected)
})

function mapThatShows(at: { x: number; y: number }, centerLng = 0) {
  const easeTo = vi.fn()
  const flyTo = vi.fn()
  const project = vi.fn(() => at)
  const map = {
    getCenter: () => ({ lng: centerLng, lat: 0 }),
    getContainer: () => ({ clientWidth: size.width, clientHeight: size.height }),
    project,
    getZoom: () => 5,
    easeTo,
    flyTo,
  } as unknown as MapLibre
  return { map, easeTo, flyTo, project }
}

test('a visible point does not move the map', () => {
  const { map, easeTo } = mapThatShows({ x: 600, y: 300 })
  reveal(map, [10, 20], sides)
  expect(easeTo).not.toHaveBeenCalled()
})

test('a covered point moves to the centre of the free space, at the same zoom', () => {
  const { map, easeTo } = mapThatShows({ x: 100, y: 300 })
  reveal(map, [10, 20], sides)
  expect(easeTo).toHaveBeenCalledExactlyOnceWith({ center: [10, 20], offset: [172.5, -25], duration: 450 })
})

test('the nearest copy of the world is used', () => {
  const { map, project } = mapThatShows({ x: 600, y: 300 }, 530)
  reveal(map, [-179, 20], sides)
  expect(project).toHaveBeenCalledWith([541, 20])
})

test('a visible point below the requested zoom is zoomed to', () => {
  const { map, easeTo } = mapThatShows({ x: 600, y: 300 })
  reveal(map, [10, 20], sides, 4)
  expect(easeTo).not.toHaveBeenCalled()
  reveal(map, [10, 20], sides, 9)
  expect(easeTo).toHaveBeenCalledExactlyOnceWith({ center: [10, 20], zoom: 9, offset: [172.5, -25], duration: 450 })
})

test('the camera flies to a point far outside the map', () => {
  const { map, easeTo, flyTo } = mapThatShows({ x: 9000, y: 300 })
  reveal(map, [10, 20], sides)
  expect(easeTo).not.toHaveBeenCalled()
  expect(flyTo).toHaveBeenCalledOnce()
})

test('bounds are the smallest around all points, and undefined without points', () => {
  expect(
    boundsAround([
      [34, 32],
      [35, 31],
    ]),
  ).toEqual([34, 31, 35, 32])
  expect(boundsAround([])).toBeUndefined()
})
