import { expect, test } from 'vitest'
import { inOrder } from './list-order.ts'

const team = [
  { name: 'Unit 10', createdAt: '2026-01-02T00:00:00Z' },
  { name: 'Unit 2', createdAt: '2026-01-03T00:00:00Z' },
  { name: 'unit 1', createdAt: '2026-01-01T00:00:00Z' },
]
const names = (sort: 'name' | 'createdAt', order: 'asc' | 'desc') =>
  inOrder(team, { sort, order }, (one) => one).map(({ name }) => name)

test('names are sorted by language, with numbers by value', () => {
  expect(names('name', 'asc')).toEqual(['unit 1', 'Unit 2', 'Unit 10'])
  expect(names('name', 'desc')).toEqual(['Unit 10', 'Unit 2', 'unit 1'])
})

test('sorts by age in both directions', () => {
  expect(names('createdAt', 'desc')).toEqual(['Unit 2', 'Unit 10', 'unit 1'])
  expect(names('createdAt', 'asc')).toEqual(['unit 1', 'Unit 10', 'Unit 2'])
})
