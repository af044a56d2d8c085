import { expect, test } from 'vitest'
import { moveTo } from './SortableList.tsx'

test.each([
  ['b', 0, 'bacd'],
  ['a', 3, 'bcda'],
  ['c', 1, 'acbd'],
  ['b', 1, 'abcd'],
])('%s goes to place %i', (id, to, expected) => {
  expect(moveTo(['a', 'b', 'c', 'd'], id, to).join('')).toBe(expected)
})
