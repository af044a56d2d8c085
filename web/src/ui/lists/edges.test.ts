import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { edgesOf, indexAt, scrollFor, shiftOf, startOf, wholeOf } from './edges.ts'

const itself = <T>(item: T) => item

test('finds the item whose edges enclose a position', () => {
  const heights = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(heights, fc.double({ min: 0, max: 0.999_999, noNaN: true }), (list, part) => {
      const edges = edgesOf(list, itself)
      const y = part * wholeOf(edges)
      const index = indexAt(edges, y)
      expect(startOf(edges, index)).toBeLessThanOrEqual(y)
      expect(startOf(edges, index + 1)).toBeGreaterThan(y)
    }),
  )
})

test('positions outside the list return its first or last item', () => {
  const edges = edgesOf([64, 44, 64], itself)
  expect([indexAt(edges, -50), indexAt(edges, 5000)]).toEqual([0, 2])
  expect([indexAt(edgesOf([], itself), 0), wholeOf(edgesOf([], itself))]).toEqual([0, 0])
})

test.each([
  ['above', { from: 0, to: 64 }, -100],
  ['within', { from: 120, to: 184 }, 0],
  ['below', { from: 280, to: 344 }, 44],
])('what is %s the view is scrolled to, and no further', (_, stretch, by) => {
  expect(scrollFor(stretch, { from: 100, to: 300 })).toBe(by)
})

describe('changes above the view', () => {
  const rows = 'abcdefgh'.split('')
  const edges = (keys: string[]) => edgesOf(keys, () => 64)
  /** Visible are the third to the sixth row. */
  const seen = new Map(rows.slice(2, 6).map((key, index) => [key, (index + 2) * 64]))
  const shift = (now: string[]) => shiftOf(seen, now, itself, edges(now))

  test.each([
    ['nothing', [...rows, 'i'], 0],
    ['two inserted', ['x', 'y', ...rows], 128],
    ['one removed', rows.slice(1), -64],
    ['the topmost that was seen removed, so that the next holds', ['x', 'a', 'b', 'd', 'e'], 0],
    ['everything exchanged', ['x', 'y'], 0],
  ])('%s', (_, now, by) => {
    expect(shift(now)).toBe(by)
  })

  test('appending items needs no search', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => `row ${index}`)
    const visible = new Map(long.slice(19_000, 19_010).map((key, index) => [key, (19_000 + index) * 64]))
    const more = [...long, 'one more']
    let looks = 0
    const keyOf = (key: string) => {
      looks++
      return key
    }
    expect(shiftOf(visible, more, keyOf, edges(more))).toBe(0)
    expect(looks).toBeLessThan(10)
  })
})
