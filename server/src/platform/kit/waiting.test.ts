import { expect, test } from 'vitest'
import { memoize } from './shared-answers.ts'
import { slots } from './slots.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('limits concurrent work, and a failure frees its slot', async () => {
  const inTurn = slots(2)
  let working = 0
  let most = 0
  const order: number[] = []
  const work = (number: number) =>
    inTurn(async () => {
      most = Math.max(most, ++working)
      order.push(number)
      await turn()
      working--
      if (number % 3 === 0) throw new Error('no')
    }).catch(() => {})
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map(work))
  expect([most, working]).toEqual([2, 0])
  expect(order).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('requests a value once while it is pending', async () => {
  const asked: string[] = []
  const answer = memoize(10, async (key) => {
    asked.push(key)
    await turn()
    return key.toUpperCase()
  })
  expect(await Promise.all([answer('a'), answer('a'), answer('b')])).toEqual(['A', 'A', 'B'])
  expect(await answer('a')).toBe('A')
  expect(asked).toEqual(['a', 'b'])
})

test('the least recently used entry is evicted first', async () => {
  const asked: string[] = []
  const answer = memoize(2, async (key) => asked.push(key))
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await answer(key)
  expect(asked).toEqual(['a', 'b', 'c', 'b'])
})

test('a failure is not cached', async () => {
  let isDown = true
  const answer = memoize(2, async () => {
    if (isDown) throw new Error('down')
    return 'up'
  })
  await expect(answer('a')).rejects.toThrow('down')
  isDown = false
  expect(await answer('a')).toBe('up')
})
