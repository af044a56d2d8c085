import { expect, test } from 'vitest'
import { shiftOf } from './scroll-anchor.ts'

const rows = 'abcdefgh'.split('')
const itself = (key: string) => key
const at = (index: number) => index * 64
/** What was seen: rows from the third on. */
const seen = new Map(rows.slice(2, 6).map((key, index) => [key, at(index + 2)]))

test('nothing shifts where nothing changed above', () => {
  expect(shiftOf(seen, [...rows, 'i'], itself, at)).toBe(0)
})

test('what is inserted above pushes by its height', () => {
  expect(shiftOf(seen, ['x', 'y', ...rows], itself, at)).toBe(128)
})

test('what is removed above pulls', () => {
  expect(shiftOf(seen, rows.slice(1), itself, at)).toBe(-64)
})

test('where the topmost went, the next one holds', () => {
  expect(shiftOf(seen, ['x', 'a', 'b', 'd', 'e'], itself, at)).toBe(0)
})

test('what is sorted anew has no anchor but its topmost', () => {
  expect(shiftOf(seen, [...rows].reverse(), itself, at)).toBe(at(5) - at(2))
  expect(shiftOf(seen, ['x', 'y'], itself, at)).toBe(0)
})
