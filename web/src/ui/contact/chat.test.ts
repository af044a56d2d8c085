import { expect, test } from 'vitest'
import { chatLink } from './chat.ts'

test.each([
  ['+972 50-123 4567', 'https://wa.me/972501234567'],
  ['0044 20 7946 0000', 'https://wa.me/442079460000'],
  ['', undefined],
  [null, undefined],
  ['no number', undefined],
])('%s is chatted with at %s', (phone, link) => {
  expect(chatLink(phone)).toBe(link)
})

test('a service’s template replaces the default chat link', () => {
  expect(chatLink('+972 50 123 4567', 'sms:+{phone}')).toBe('sms:+972501234567')
  expect(chatLink('', 'sms:+{phone}')).toBeUndefined()
})
