import { beforeEach, expect, test, vi } from 'vitest'
import type { AoiSummary } from '#contract'
import { answerCalls } from '../../../testing/calls.ts'
import type { CsvTexts } from './csv.ts'
import { exportCsv } from './export.ts'

const call = vi.fn()
answerCalls(call)

const texts: CsvTexts = {
  name: 'Name',
  created: 'Created',
  phone: 'Phone',
  creator: 'Creator',
  address: 'Address',
  place: () => 'there',
  ofType: (question) => question,
}
const event = (number: number) =>
  ({
    geometry: [],
    properties: { name: `Event ${number}`, creationTime: '2026-03-05T07:04:00Z', creator: null, publicAction: null },
  }) as unknown as AoiSummary

const EVENTS = 2500
type ListCall = { query: { limit: number; cursor?: string; groups: string } }

beforeEach(() => {
  call.mockReset().mockImplementation(async (_endpoint, { query }: ListCall, signal: AbortSignal) => {
    signal.throwIfAborted()
    const from = Number(query.cursor ?? 0)
    const to = Math.min(from + query.limit, EVENTS)
    return {
      total: Array.from({ length: to - from }, (_, index) => event(from + index)),
      nextCursor: to < EVENTS ? String(to) : null,
      byUsers: query.groups === 'true' ? [{ count: 2000 }, { count: 500 }] : [],
    }
  })
})

const run = (onProgress: (done: number, total: number) => void = () => {}, signal = new AbortController().signal) =>
  exportCsv({ query: { type: 'all' }, texts, columns: [], onProgress, signal })

test('all pages become one file, and the progress knows the total from the start', async () => {
  const progress: [number, number][] = []
  const file = await run((done, total) => progress.push([done, total]))
  expect(progress).toEqual([
    [1000, EVENTS],
    [2000, EVENTS],
    [2500, EVENTS],
  ])
  expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(EVENTS + 1)
  expect(call).toHaveBeenCalledTimes(3)
})

test('a cancelled export stops between two pages, without a file', async () => {
  const ending = new AbortController()
  await expect(run(() => ending.abort(), ending.signal)).rejects.toThrow()
  expect(call).toHaveBeenCalledTimes(2)
})
