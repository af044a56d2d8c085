import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Refusals } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { RefusedRequests } from './RefusedRequests.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))

const HOUR_MS = 3_600_000
const first = new Date(2026, 2, 5, 8).getTime()
const hours = (counts: Record<number, number> = {}): Refusals['hours'] =>
  Array.from({ length: 24 }, (_, index) => ({
    start: new Date(first + index * HOUR_MS).toISOString(),
    count: counts[index] ?? 0,
  }))
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent?.replace(/[\u2068\u2069]/g, '')))

test('lists reasons and senders by frequency, and names the busiest hour', async () => {
  answer.mockResolvedValue({
    hours: hours({ 2: 1300, 23: 5 }),
    kinds: [
      { kind: 'strangersLimit', thisHour: 0, lastDay: 5 },
      { kind: 'signedOut', thisHour: 5, lastDay: 1300 },
    ],
    senders: [
      { service: null, thisHour: 5, lastDay: 1302 },
      { service: { _id: 'bay', title: 'Bay', translations: {} }, thisHour: 0, lastDay: 3 },
    ],
  } satisfies Refusals)
  show(<RefusedRequests isOwner />)
  expect(rowsOf(await screen.findByRole('table', { name: 'By reason' }))).toEqual([
    ['Reason', 'Since 07:00', '24 hours'],
    ['Not signed in, or session ended', '5', '1,300'],
    ['Too many requests without sign-in', '0', '5'],
  ])
  expect(rowsOf(screen.getByRole('table', { name: 'By sender' })).slice(1)).toEqual([
    ['Not signed in', '5', '1,302'],
    ['Bay', '0', '3'],
  ])
  expect(screen.getByRole('figure').textContent?.replace(/[\u2068\u2069]/g, '')).toContain(
    '1,305refused, most at 10:00 (1,300)',
  )
})

test('a day without refusals is described in words', async () => {
  answer.mockResolvedValue({ hours: hours(), kinds: [], senders: [] } satisfies Refusals)
  show(<RefusedRequests isOwner={false} />)
  expect(await screen.findByText('No HTTP requests were refused.')).toBeDefined()
  expect(screen.getByText('Your service and requests without sign-in, last 24 hours')).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
})
