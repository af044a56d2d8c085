import { expect, test } from 'vitest'
import { joinNegatives } from './negatives.ts'

test('a box west of Greenwich and a place south of the equator are values, not options', () => {
  const args = ['--box', '-122.5,37.7,-122.3,37.8', '--around', '-33.9, 151.2', '--km', '5', '--dry-run']
  expect(joinNegatives(args, ['--box', '--around'])).toEqual([
    '--box=-122.5,37.7,-122.3,37.8',
    '--around=-33.9, 151.2',
    '--km',
    '5',
    '--dry-run',
  ])
})

test('text without a leading minus is unchanged', () => {
  const args = ['--box', '34,31,35,32', '--from', '-file']
  expect(joinNegatives(args, ['--box'])).toEqual(args)
})
