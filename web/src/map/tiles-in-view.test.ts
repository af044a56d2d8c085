import { expect, test } from 'vitest'
import { tilesInView } from './tiles-in-view.ts'

const namesOf = (...args: Parameters<typeof tilesInView>) => tilesInView(...args).map(({ z, x, y }) => `${z}/${x}/${y}`)

const centre: [number, number] = [-122.42, 37.77]

test('the tiles of a view, those in the middle first', () => {
  const names = namesOf({ center: centre, zoom: 11 }, 1440, 796)
  expect(names[0]).toBe('11/327/791')
  const all = [326, 327, 328].flatMap((x) => [790, 791, 792].map((y) => `11/${x}/${y}`))
  expect([...names].sort()).toEqual(all)
  expect(namesOf({ center: centre, zoom: 11 }, 390, 788)).toEqual(['11/327/791', '11/327/792', '11/327/790'])
})

test('between two zooms the tiles of the lower one are drawn larger', () => {
  const all = [326, 327, 328].flatMap((x) => [791, 792].map((y) => `11/${x}/${y}`))
  expect(namesOf({ center: centre, zoom: 11.99 }, 1440, 796).sort()).toEqual(all)
})

test('the world goes on in the east, but not beyond its poles, and has each tile once', () => {
  expect(namesOf({ center: [179, 0], zoom: 2 }, 600, 300).sort()).toEqual(['2/0/1', '2/0/2', '2/3/1', '2/3/2'])
  expect(namesOf({ center: [10, 25], zoom: 0.4 }, 1440, 900).sort()).toEqual(['1/0/0', '1/0/1', '1/1/0', '1/1/1'])
})
