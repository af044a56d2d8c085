import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from './fold.ts'

test.each([
  ['São Paulo', 'sao paulo'],
  ['Łódź', 'lodz'],
  ['Petaẖ Tiqwa', 'petah tiqwa'],
  ["Be'er Sheva", 'beer sheva'],
  ['Karmi’el', 'karmiel'],
  ['Rosh Ha‘Ayin', 'rosh haayin'],
  ['Straße', 'strasse'],
  ['Tromsø', 'tromso'],
  ['Diyarbakır', 'diyarbakir'],
  ['İzmir', 'izmir'],
  ['Port-au-Prince', 'port au prince'],
  ['St.  Louis ', 'st louis'],
  ['צ׳יינטאון', 'ציינטאון'],
  ['תֵּל־אָבִיב', 'תל אביב'],
  ['München', 'munchen'],
])('%s is compared as %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('folding twice changes nothing, and leaves no double spaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = fold(text)
      expect(fold(once)).toBe(once)
      expect(once).not.toMatch(/^ | {2}| $|\n/)
    }),
  )
})
