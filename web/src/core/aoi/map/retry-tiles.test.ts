import { afterEach, expect, test, vi } from 'vitest'
import { retryTiles } from './retry-tiles.ts'

afterEach(() => vi.useRealTimers())

const mapWith = (listeners: ((event: object) => void)[]) => {
  const on = vi.fn((_: string, listener: (event: object) => void) => {
    listeners.push(listener)
    return { unsubscribe: () => listeners.splice(listeners.indexOf(listener), 1) }
  })
  return { on, getSource: () => ({}), refreshTiles: vi.fn() } as unknown as Parameters<typeof retryTiles>[0]
}

test('tiles that cannot be counted yet are requested again once', () => {
  vi.useFakeTimers()
  const listeners: ((event: object) => void)[] = []
  const map = mapWith(listeners)
  const fail = (sourceId: string, status: number) => {
    for (const listener of listeners) listener({ sourceId, error: Object.assign(new Error(), { status }) })
  }
  const stop = retryTiles(map, 'aois')
  fail('aois', 404)
  fail('streets', 503)
  vi.advanceTimersByTime(20_000)
  expect(map.refreshTiles).not.toHaveBeenCalled()

  fail('aois', 503)
  fail('aois', 503)
  vi.advanceTimersByTime(4_999)
  expect(map.refreshTiles).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_001)
  expect(map.refreshTiles).toHaveBeenCalledExactlyOnceWith('aois')

  fail('aois', 503)
  stop()
  fail('aois', 503)
  vi.advanceTimersByTime(20_000)
  expect(map.refreshTiles).toHaveBeenCalledTimes(1)
})
