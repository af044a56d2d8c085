import { expect, test } from 'vitest'
import type { AoiGroup, AoiSummary } from '#contract'
import { groupItems, inOrder, joined, rowItems } from './list-items.ts'

const aoi = (nonce: string) => ({ properties: { nonce } }) as AoiSummary
const group = (_id: string, title: string, count = 9): AoiGroup => ({
  _id,
  title,
  translations: {},
  count,
  aois: [],
})
const keys = (items: { key: string }[]) => items.map(({ key }) => key)

test('rows keep their keys in any order', () => {
  expect(keys(rowItems([aoi('7'), aoi('3')]))).toEqual(['7', '3'])
})

test('items of unchanged rows stay identical', () => {
  const before = [aoi('7'), aoi('3')]
  const arrived = [aoi('2')]
  const items = rowItems(before)
  const all = joined([before, arrived].map(rowItems))
  expect(keys(all)).toEqual(['7', '3', '2'])
  expect(all[1]).toBe(items[1])
})

test('the rows of the open group follow its header', () => {
  const groups = [group('a', 'Ana'), group('b', 'Ben')]
  expect(keys(groupItems(groups, 'a', [aoi('7'), aoi('3')]))).toEqual(['group.a', '7', '3', 'group.b'])
  expect(keys(groupItems(groups, undefined, undefined))).toEqual(['group.a', 'group.b'])
})

test('a group whose rows are loading reserves places for them, up to its count', () => {
  expect(keys(groupItems([group('a', 'Ana', 2)], 'a', undefined))).toEqual(['group.a', 'waiting.0', 'waiting.1'])
  expect(groupItems([group('a', 'Ana', 5000)], 'a', undefined)).toHaveLength(5)
})

test('groups are sorted by title, and rows without a group come last', () => {
  const groups = [group('none', 'Aaa'), group('2', 'ben'), group('1', 'Ana'), group('3', 'אבי')]
  expect(inOrder(groups, ({ title }) => title, 'en').map(({ title }) => title)).toEqual(['Ana', 'ben', 'אבי', 'Aaa'])
})
