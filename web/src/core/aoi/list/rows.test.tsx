import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AoiSummary } from '#contract'
import { answerCalls } from '../../../testing/calls.ts'
import { aoiKeys } from '../keys.ts'
import { segmentsSeen, useAoiRows } from './rows.ts'

const call = vi.fn()
answerCalls(call)

let events: number[] = []
type ListCall = { query: { limit: number; cursor?: string; until?: string } }
const answer = async (_endpoint: unknown, { query }: ListCall) => {
  const after = query.cursor ? Number(query.cursor) : Number.POSITIVE_INFINITY
  const until = query.until ? Number(query.until) : Number.NEGATIVE_INFINITY
  const within = events.filter((number) => number < after && number >= until).sort((a, b) => b - a)
  const rows = within.slice(0, query.limit)
  return {
    total: rows.map((number) => ({ number }) as AoiSummary),
    nextCursor: within.length > rows.length ? String(rows.at(-1)) : null,
  }
}

let queries: QueryClient
const around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
)
const start = (search = '') =>
  renderHook(({ search }) => useAoiRows({ search }), { wrapper: around, initialProps: { search } })
type Hook = ReturnType<typeof start>
const numbers = ({ result }: Hook) => result.current.shown?.rows.map(({ number }) => number) ?? []
const see = (hook: Hook, first: number, last: number) => act(() => hook.result.current.onSeen(first, last))
const hear = () => act(() => queries.invalidateQueries({ queryKey: aoiKeys.all }))

beforeEach(() => {
  queries = new QueryClient()
  events = Array.from({ length: 1000 }, (_, index) => index + 1)
  call.mockReset().mockImplementation(answer)
})

test('more rows load while scrolling, each once and in order', async () => {
  const hook = start()
  await waitFor(() => expect(numbers(hook)).toHaveLength(200))
  for (let read = 200; read < 1000; read += 200) {
    see(hook, read - 15, read - 1)
    await waitFor(() => expect(numbers(hook)).toHaveLength(read + 200))
  }
  expect(numbers(hook)).toEqual(Array.from({ length: 1000 }, (_, index) => 1000 - index))
})

test('a change refetches only the visible part, and rows added in between appear', async () => {
  const hook = start()
  await waitFor(() => expect(numbers(hook)).toHaveLength(200))
  for (const read of [199, 399]) {
    see(hook, read - 15, read)
    await waitFor(() => expect(numbers(hook)).toHaveLength(read + 201))
  }
  see(hook, 0, 10)
  call.mockClear()
  events = events.filter((number) => number !== 999).concat(1001, 990.5)
  await hear()
  await waitFor(() => expect(numbers(hook).slice(0, 3)).toEqual([1001, 1000, 998]))
  expect(numbers(hook)).toHaveLength(601)
  expect(numbers(hook)).toContain(990.5)
  expect(new Set(numbers(hook)).size).toBe(601)
  expect(call, 'the part that is seen, and the next').toHaveBeenCalledTimes(2)

  call.mockClear()
  see(hook, 450, 460)
  await waitFor(() => expect(call, 'what was out of sight is input for when it is seen').toHaveBeenCalled())
})

test('the previous rows stay until those of another search arrive', async () => {
  const hook = start('a')
  await waitFor(() => expect(numbers(hook)).toHaveLength(200))
  let release = () => {}
  call.mockImplementationOnce(async (endpoint, input) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return answer(endpoint, input)
  })
  events = [5]
  hook.rerender({ search: 'b' })
  expect(hook.result.current.isPending).toBe(true)
  expect(numbers(hook)).toHaveLength(200)
  release()
  await waitFor(() => expect(numbers(hook)).toEqual([5]))
})

test('an error is shown until rows arrive, also while retrying', async () => {
  queries.setDefaultOptions({ queries: { retry: false } })
  call.mockRejectedValueOnce(new Error('down'))
  const hook = start()
  await waitFor(() => expect(hook.result.current.problem?.message).toBe('down'))
  let release = () => {}
  const late = async (endpoint: unknown, input: ListCall) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return answer(endpoint, input)
  }
  call.mockImplementationOnce(late)
  act(() => void queries.invalidateQueries({ queryKey: aoiKeys.all }))
  await waitFor(() => expect(call).toHaveBeenCalledTimes(2))
  expect(hook.result.current).toMatchObject({ problem: { message: 'down' }, isPending: false })
  release()
  await waitFor(() => expect(numbers(hook)).toHaveLength(200))
  expect(hook.result.current.problem).toBeNull()
})

test('a retry shows the loading state', async () => {
  queries.setDefaultOptions({ queries: { retry: false } })
  call.mockRejectedValueOnce(new Error('down'))
  const hook = start()
  await waitFor(() => expect(hook.result.current.problem).not.toBeNull())
  call.mockImplementationOnce(() => new Promise(() => {}))
  act(() => void hook.result.current.retry())
  await waitFor(() => expect(hook.result.current).toMatchObject({ problem: null, isPending: true }))
})

test('more than a thousand new rows above the first segment restart the list with them', async () => {
  const hook = start()
  await waitFor(() => expect(numbers(hook)).toHaveLength(200))
  events = events.concat(Array.from({ length: 3000 }, (_, index) => 2000 + index))
  await hear()
  await waitFor(() => expect(numbers(hook)[0]).toBe(4999))
  expect(new Set(numbers(hook)).size).toBe(numbers(hook).length)
})

describe('parts', () => {
  test.each([
    [[200], 0, 10, { first: 0, last: 0, count: 1 }],
    [[200], 130, 145, { first: 0, last: 0, count: 2 }],
    [[200, 200, 200], 195, 205, { first: 0, last: 1, count: 3 }],
    [[200, 0, 200], 200, 210, { first: 2, last: 2, count: 3 }],
    [[0], 0, 0, { first: 0, last: 0, count: 2 }],
  ])('of %o in which rows %d to %d stand', (sizes, first, last, seen) => {
    expect(segmentsSeen(sizes, first, last)).toEqual(seen)
  })
})
