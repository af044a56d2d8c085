import { expect, test } from 'vitest'
import { swipeOf } from './swipe.ts'

test.each([
  [0, -80, 'up'],
  [10, 80, 'down'],
  [-80, 10, 'start'],
  [80, 10, 'end'],
  [20, -20, null],
])('a finger that went %d, %d swiped %s', (dx, dy, swipe) => {
  expect(swipeOf(dx, dy, false)).toBe(swipe)
})

test('in Hebrew, swipe directions are reversed', () => {
  expect(swipeOf(80, 0, true)).toBe('start')
})
