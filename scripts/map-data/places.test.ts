import { expect, test } from 'vitest'
import { placeKinds } from '../../web/src/map/world/packed.ts'
import { layout, settlements, waters } from './places.ts'

const places = settlements()
const find = (name: string) => places.find(([english]) => english === name)

test('neighbouring names wait for a zoom with room for both', () => {
  const roomFor = layout()
  expect(roomFor([-122.42, 37.77], 3)).toBe(3)
  expect(roomFor([-122.27, 37.8], 3)).toBeGreaterThan(6)
  expect(roomFor([34.78, 32.08], 3)).toBe(3)
})

test('the largest cities come first', () => {
  const zooms = ['Tokyo', 'London', 'San Francisco', 'Jerusalem'].map((name) => find(name)?.[3] ?? 99)
  expect(Math.max(...zooms)).toBeLessThanOrEqual(5)
})

test('names are spelled as people write them, in both languages', () => {
  expect(find('Petah Tikva')?.[5]).toBe('פתח תקווה')
  expect(find('New York')?.[5]).toBe('ניו יורק')
  expect(find('Berkeley')?.[5]).toBe('ברקלי')
  expect(find('Ōsaka')).toBeUndefined()
  expect(find('São Paulo')?.[5]).toBe('סאו פאולו')
})

test('a quarter of a city does not show as a city', () => {
  const chinatown = places.find(([name, x]) => name === 'Chinatown' && x < -122_000)
  expect(chinatown && [chinatown[3], placeKinds[chinatown[4]]]).toEqual([12, 'quarter'])
})

test('waters have names in both languages', () => {
  expect(waters().every((water) => water.length === 6)).toBe(true)
})
