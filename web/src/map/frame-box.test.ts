import { LngLat, Point } from 'maplibre-gl'
import { expect, test } from 'vitest'
import { boxInside } from './frame-box.ts'

/** A map of 100 by 100 pixels, one degree per pixel, centred on this point. */
const mapAt = (lng: number, lat: number) => {
  const container = Object.defineProperties(document.createElement('div'), {
    clientWidth: { value: 100 },
    clientHeight: { value: 100 },
  })
  return {
    getContainer: () => container,
    unproject: (point: unknown) => {
      const { x, y } = Point.convert(point as [number, number])
      return new LngLat(lng + x - 50, Math.max(-90, Math.min(90, lat + 50 - y)))
    },
  }
}

test('the box is the part of the map inside the margin', () => {
  expect(boxInside(mapAt(10, 20), 30)).toEqual([-10, 0, 30, 40])
})

test('the frame is cut off at the date line and near the poles', () => {
  expect(boxInside(mapAt(170, 80), 30)).toEqual([150, 60, 180, 85])
})

test('a map moved around the world frames the same area', () => {
  expect(boxInside(mapAt(190, 20), 30)).toEqual([-180, 0, -150, 40])
  expect(boxInside(mapAt(10 - 720, 20), 30)).toEqual([-10, 0, 30, 40])
})
