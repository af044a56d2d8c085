import { expect, test } from 'vitest'
import { withRoom } from './column.ts'

test('a column with room is kept, and a full one is copied into a larger one of its type', () => {
  const column = Float32Array.from([1.5, 2.5])
  expect(withRoom(column, 2)).toBe(column)
  const larger = withRoom(column, 3)
  expect(larger).toBeInstanceOf(Float32Array)
  expect([...larger.subarray(0, 3)]).toEqual([1.5, 2.5, 0])
})

test('each value is copied only a few times as a column grows', () => {
  let column = new Uint32Array(0)
  let copied = 0
  for (let length = 1; length <= 100_000; length++) {
    const larger = withRoom(column, length)
    if (larger !== column) copied += column.length
    column = larger
  }
  expect(copied).toBeLessThan(300_000)
  expect(column.length).toBeLessThan(150_001)
})
