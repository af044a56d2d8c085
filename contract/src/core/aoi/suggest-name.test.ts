import { expect, test } from 'vitest'
import { suggestName } from './suggest-name.ts'

test.each([
  ['Valencia Street, San Francisco, United States', 'Road hazard, Valencia Street'],
  ['12, Herzl Street, Haifa', 'Road hazard, Herzl Street'],
  ['near Oakland, United States', 'Road hazard, near Oakland'],
  [undefined, 'Road hazard'],
  ['', 'Road hazard'],
])('at %s the suggested name is %s', (address, name) => {
  expect(suggestName('Road hazard', address)).toBe(name)
})

test('a suggestion never exceeds the maximum length of a name', () => {
  expect(suggestName('x'.repeat(400), undefined)).toHaveLength(300)
})
