import { beforeAll, expect, test } from 'vitest'
import type { AoiSummary } from '#contract'
import { startTestI18n } from '../../../testing/i18n.ts'
import { directionTo, distanceText, lengthText, metresBetween } from './distance.ts'

const telAviv = [34.78, 32.08] as const

test.each([
  ['n', [34.78, 32.18]],
  ['ne', [34.9, 32.18]],
  ['e', [34.9, 32.08]],
  ['se', [34.9, 31.98]],
  ['s', [34.78, 31.98]],
  ['sw', [34.66, 31.98]],
  ['w', [34.66, 32.08]],
  ['nw', [34.66, 32.18]],
] as const)('%s of where one is', (direction, to) => {
  expect(directionTo(telAviv, to)).toBe(direction)
})

test('the direction follows the shorter way round the earth', () => {
  expect(directionTo([179.9, 0], [-179.9, 0])).toBe('e')
  expect(metresBetween([179.9, 0], [-179.9, 0])).toBeCloseTo(22_239, -1)
})

test.each([
  [4, '0 m'],
  [347, '350 m'],
  [994, '990 m'],
  [996, '1 km'],
  [1_230, '1.2 km'],
  [9_960, '10 km'],
  [48_400, '48 km'],
])('%d metres are said as %s', (metres, text) => {
  expect(lengthText(metres, 'en')).toBe(text)
})

let t: Awaited<ReturnType<typeof startTestI18n>>
beforeAll(async () => {
  t = await startTestI18n()
})

const at = (lng: number, lat: number) => ({ geometry: [{ coordinates: [lng, lat, 0] }] }) as AoiSummary

test('a row shows distance and direction', () => {
  expect(distanceText(telAviv.join(), at(34.79, 32.09), t, 'en')).toBe('1.5 km NE')
  expect(distanceText(telAviv.join(), at(...telAviv), t, 'en')).toBe('right here')
})
