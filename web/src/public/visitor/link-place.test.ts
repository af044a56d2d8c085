import { expect, test } from 'vitest'
import { placeIn, placeText } from './link-place.ts'

test('a place is read back from a link with the precision of a metre', () => {
  expect(placeIn(placeText([34.98912, 32.79401]))).toEqual([34.98912, 32.79401])
  expect(placeIn(placeText([-122.4, -0.5]))).toEqual([-122.4, -0.5])
})

test.each([null, '', '32.1', '32.1,34.2,5', '91.0,34.0', '32.0,181.0', 'NaN,NaN', '1e1,2.0', '<b>,1.0'])(
  'anything else is no place: %s',
  (text) => {
    expect(placeIn(text)).toBeNull()
  },
)
