import { expect, test, vi } from 'vitest'
import { byteCache } from './byte-cache.ts'

const loaderOf = (bytes: number, ttlMs = 1000) => vi.fn(async () => ({ value: bytes, bytes, ttlMs }))

test('concurrent callers share one load, and later ones use the cached entry', async () => {
  const get = byteCache<number>(100)
  const load = loaderOf(10)
  expect(await Promise.all([get('a', load), get('a', load)])).toEqual([10, 10])
  expect(await get('a', load)).toBe(10)
  expect(load).toHaveBeenCalledTimes(1)
})

test('the least recently used entry is evicted, and entries above the limit are not cached', async () => {
  const get = byteCache<number>(100)
  const first = loaderOf(40)
  const second = loaderOf(40)
  const third = loaderOf(40)
  const huge = loaderOf(101)
  await get('first', first)
  await get('second', second)
  await get('first', first)
  await get('third', third)
  await get('huge', huge)
  await get('huge', huge)
  await get('first', first)
  await get('second', second)
  expect([first, second, huge].map(({ mock }) => mock.calls.length)).toEqual([1, 2, 2])
})

test('reloads an expired entry and a failed load', async () => {
  const get = byteCache<number>(100)
  const short = loaderOf(1, 0)
  await get('a', short)
  await get('a', short)
  expect(short).toHaveBeenCalledTimes(2)
  await expect(get('b', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await get('b', loaderOf(2))).toBe(2)
})
