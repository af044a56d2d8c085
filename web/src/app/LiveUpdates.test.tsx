import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notifyListeners } from '../api/live.ts'
import * as stream from '../api/live-stream.ts'
import { LiveUpdates } from './LiveUpdates.ts'

beforeEach(() => void vi.spyOn(stream, 'openLiveStream').mockReturnValue(() => {}))
afterEach(() => void vi.mocked(stream.openLiveStream).mockRestore())

const me = { _id: 'me', createdAt: '2026-01-01T00:00:00.000Z' }

/** Opens the cards and returns the number of loads of each: one on opening, one for each message about the sensor. */
const openCards = async (ids: readonly string[]) => {
  const queries = new QueryClient()
  const loads = new Map(ids.map((id) => [id, 0]))
  for (const id of ids) {
    const queryFn = () => {
      loads.set(id, (loads.get(id) ?? 0) + 1)
      return id
    }
    new QueryObserver(queries, { queryKey: ['sensor', 'one', id], queryFn }).subscribe(() => {})
  }
  render(
    <QueryClientProvider client={queries}>
      <LiveUpdates me={me} />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect([...loads.values()]).toEqual(ids.map(() => 1)))
  return loads
}

test('a message refreshes the open cards of the sensors that it names', async () => {
  const loads = await openCards(['a', 'b'])
  notifyListeners({ type: 'SENSOR_UPDATED', serviceId: 's', sensorId: 'a', sensorIds: ['a'] })
  await vi.waitFor(() => expect(loads.get('a')).toBe(2))
  expect(loads.get('b')).toBe(1)
})

test('a message that says there are more refreshes every open card', async () => {
  const loads = await openCards(['a', 'b'])
  const sensorIds = Array.from({ length: 20 }, (_, number) => `named-${number}`)
  notifyListeners({
    type: 'SENSOR_UPDATED',
    serviceId: 's',
    sensorId: 'named-0',
    sensorIds,
    hasMore: true,
    changed: 40,
  })
  await vi.waitFor(() => expect([...loads.values()]).toEqual([2, 2]))
})

test('a message about warnings refreshes their list and their feeds', async () => {
  const queries = new QueryClient()
  const loads = { list: 0, feeds: 0 }
  for (const name of ['list', 'feeds'] as const)
    new QueryObserver(queries, { queryKey: ['warnings', name], queryFn: () => ++loads[name] }).subscribe(() => {})
  render(
    <QueryClientProvider client={queries}>
      <LiveUpdates me={me} />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(loads).toEqual({ list: 1, feeds: 1 }))
  notifyListeners({ type: 'WARNINGS_UPDATED', serviceId: 's' })
  await vi.waitFor(() => expect(loads).toEqual({ list: 2, feeds: 2 }))
})

test('presence messages update the team, and a message without names reloads it', async () => {
  const queries = new QueryClient()
  let loads = 0
  const queryFn = () => {
    loads++
    return { total: ['ana', 'ben'].map((_id) => ({ _id, isOnline: false })), byRole: [], byService: [] }
  }
  new QueryObserver(queries, { queryKey: ['user', 'grouped'], queryFn }).subscribe(() => {})
  render(
    <QueryClientProvider client={queries}>
      <LiveUpdates me={me} />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(queries.getQueryData(['user', 'grouped'])).toBeTruthy())
  const users = [{ _id: 'ben', isOnline: true, location: null, locationAt: null }]
  notifyListeners({ type: 'PRESENCE_CHANGED', serviceId: 's', users })
  expect(queries.getQueryData(['user', 'grouped'])).toMatchObject({
    total: [{ _id: 'ana', isOnline: false }, { _id: 'ben', isOnline: true }], // biome-ignore format: two members
  })
  expect(loads).toBe(1)
  notifyListeners({ type: 'PRESENCE_CHANGED', serviceId: 's', users: null })
  await vi.waitFor(() => expect(loads).toBe(2))
})

test('a presence message without names reloads positions only if a member has moved', async () => {
  const queries = new QueryClient()
  const loads = { grouped: 0, positions: 0 }
  for (const name of ['grouped', 'positions'] as const) {
    const queryFn = () => ++loads[name]
    new QueryObserver(queries, { queryKey: ['user', name], queryFn }).subscribe(() => {})
  }
  render(
    <QueryClientProvider client={queries}>
      <LiveUpdates me={me} />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(loads).toEqual({ grouped: 1, positions: 1 }))
  notifyListeners({ type: 'PRESENCE_CHANGED', serviceId: 's', users: null, haveMoved: false })
  await vi.waitFor(() => expect(loads).toEqual({ grouped: 2, positions: 1 }))
  notifyListeners({ type: 'PRESENCE_CHANGED', serviceId: 's', users: null, haveMoved: true })
  await vi.waitFor(() => expect(loads.positions).toBe(2))
})

test('a hidden tab loads nothing for a message, and catches up when shown', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const loads = await openCards(['a'])
  notifyListeners({ type: 'SENSOR_UPDATED', serviceId: 's', sensorId: 'a', sensorIds: ['a'] })
  await new Promise((resolve) => setTimeout(resolve))
  expect(loads.get('a')).toBe(1)
  visibility.mockReturnValue('visible')
  window.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(loads.get('a')).toBe(2))
  visibility.mockRestore()
})
