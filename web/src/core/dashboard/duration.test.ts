import { expect, test } from 'vitest'
import { formatDuration } from './FirstWord.tsx'

test('a duration uses the fitting unit', () => {
  expect([20, 1500, 12_600, 200_000].map((seconds) => formatDuration(seconds, 'en'))).toEqual([
    '0 min',
    '25 min',
    '3.5 hr',
    '2.3 days',
  ])
})
