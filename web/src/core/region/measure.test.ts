import { expect, test } from 'vitest'
import { figures, measureArea } from './measure.ts'

test.each([
  ['he-IL', 25_000, 25_000, 'squareMetres'],
  ['he', 2_500_000, 2.5, 'squareKilometres'],
  ['en-US', 40_468.56, 10, 'acres'],
  ['en-US', 25_899_881, 10, 'squareMiles'],
  ['en-GB', 2_500_000, 2.5, 'squareKilometres'],
] as const)('in %s %d m² are told as they are measured there', (locale, area, value, unit) => {
  const shown = measureArea(area, locale)
  expect(shown.value).toBeCloseTo(value, 3)
  expect(shown.unit).toBe(unit)
})

test('an area has three significant digits', () => {
  expect(figures(12_345.6, 'en')).toBe('12,300')
})
