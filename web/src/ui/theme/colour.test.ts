import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, readableUnderWhite, shadesOf } from './colour.ts'
import { DEFAULT_PRIMARY } from './theme.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('white is readable on any colour that a service chooses', () => {
  fc.assert(
    fc.property(hex, (colour) => {
      expect(contrast(readableUnderWhite(colour), '#ffffff')).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('a colour that is dark enough stays as it is', () => {
  expect(readableUnderWhite(DEFAULT_PRIMARY)).toBe(DEFAULT_PRIMARY)
})

test('black on white is 21 to 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})

test('shades go from light to dark', () => {
  const onWhite = shadesOf('#0b7285').map((shade) => contrast(shade, '#ffffff'))
  expect(onWhite).toHaveLength(10)
  expect([...onWhite].sort((a, b) => a - b)).toEqual(onWhite)
})
