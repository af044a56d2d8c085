import { expect, test } from 'vitest'
import { openFairSlots } from './fair-slots.ts'

const sharesOf = (slots: ReturnType<typeof openFairSlots>, ...owners: string[]) => [...slots.share(owners)]

test('one owner takes half of the slots and leaves the rest to others', () => {
  const slots = openFairSlots(8)
  expect(sharesOf(slots, 'a')).toEqual([['a', 4]])
  for (let count = 0; count < 4; count++) slots.take('a')
  expect(sharesOf(slots, 'a')).toEqual([])
  expect(sharesOf(slots, 'a', 'b')).toEqual([['b', 2]])
})

test('slots are given in turns, first to the owner that has waited longest', () => {
  const slots = openFairSlots(2)
  const order: string[] = []
  for (let turn = 0; turn < 6; turn++) {
    const [next = ''] = slots.share(['a', 'b', 'c']).keys()
    slots.take(next)
    order.push(next)
    slots.release(next)
  }
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
})

test('a released slot is free for its owner again', () => {
  const slots = openFairSlots(2)
  slots.take('a')
  expect(sharesOf(slots, 'a')).toEqual([])
  slots.release('a')
  expect([slots.usedBy('a'), slots.free(), slots.used()]).toEqual([0, 2, 0])
  expect(sharesOf(slots, 'a')).toEqual([['a', 1]])
})
