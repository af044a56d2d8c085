import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTypoOf, spellingOf } from './typo.ts'

const isTypo = (a: string, b: string) => isTypoOf(spellingOf(a), spellingOf(b))

test('a typo is one letter, two in long words, and none in short ones', () => {
  expect(isTypo('street', 'steret')).toBe(true)
  expect(isTypo('cat', 'car')).toBe(false)
  expect(isTypo('underwater', 'undrewatr')).toBe(true)
  expect(isTypo('street', 'strand')).toBe(false)
})

const distance = (a: string, b: string): number => {
  const table = Array.from({ length: a.length + 1 }, (_, row) => Array.from({ length: b.length + 1 }, () => row))
  const at = (row: number, column: number) => table[row]?.[column] ?? 0
  for (let row = 0; row <= a.length; row++)
    for (let column = 0; column <= b.length; column++) {
      const costs = [
        ...(row > 0 ? [at(row - 1, column) + 1] : []),
        ...(column > 0 ? [at(row, column - 1) + 1] : []),
        ...(row > 0 && column > 0 ? [at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)] : []),
        ...(row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? [at(row - 2, column - 2) + 1]
          : []),
      ]
      const line = table[row]
      if (line) line[column] = row + column === 0 ? 0 : Math.min(...costs)
    }
  return at(a.length, b.length)
}

test('words are typos exactly if a reference distance is small enough', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ש'), minLength: 1, maxLength: 14 })
  const edits = fc.array(fc.record({ at: fc.nat(14), letter: fc.constantFrom('a', 'b', 'd'), kind: fc.nat(3) }), {
    maxLength: 3,
  })
  let typos = 0
  fc.assert(
    fc.property(letters, edits, (word, changes) => {
      const other = changes.reduce((text, { at, letter, kind }) => {
        const [head, next = '', after = ''] = [text.slice(0, at), text[at], text[at + 1]]
        const rest = text.slice(at + 2)
        return head + [letter + next + after, after, letter + after, after + next][kind] + rest
      }, word)
      const shorter = Math.min(word.length, other.length)
      const allowed = shorter >= 8 ? 2 : shorter >= 4 ? 1 : 0
      const expected = distance(word, other) <= allowed
      if (expected) typos++
      expect(isTypo(word, other), `${word} ${other}`).toBe(expected)
    }),
    { numRuns: 3000 },
  )
  expect(typos).toBeGreaterThan(500)
})
