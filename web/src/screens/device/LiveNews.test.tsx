import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AoiSummary, LiveMessage } from '#contract'
import { notifyListeners } from '../../api/live.ts'
import { aoiKeys } from '../../core/aoi/keys.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { UiProvider } from '../../ui/theme/UiProvider.tsx'
import { LiveNews } from './LiveNews.tsx'

const ME = 'me'
const queries = new QueryClient()

type Row = { id: string; by?: string; isRead?: boolean; kind?: 'activity' | 'sensor' }
const row = ({ id, by = 'other', isRead = false, kind }: Row) =>
  ({
    _id: id,
    isRead,
    properties: { creatorID: by, activity: kind === 'activity' ? {} : null, forSensors: kind === 'sensor' },
  }) as unknown as AoiSummary

const list = (rows: Row[]) => {
  const queryKey = aoiKeys.list('rows', {}, 'start')
  queries.setQueryData(queryKey, { rows: rows.map(row), until: null })
  // An observer makes the query active.
  queries
    .getQueryCache()
    .find({ queryKey })
    ?.addObserver({ options: {} } as never)
}
const hear = (type: 'AOI_CREATED' | 'AOI_UPDATED', ...aoiIds: string[]) =>
  notifyListeners({ type, serviceId: 's', aoiIds } satisfies LiveMessage)
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const statusText = () => screen.getByRole('status').textContent

const show = async (language: 'en' | 'he' = 'en') => {
  await startTestI18n(language)
  render(
    <QueryClientProvider client={queries}>
      <UiProvider>
        <LiveNews myId={ME} />
      </UiProvider>
    </QueryClientProvider>,
  )
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
})

test('a burst becomes one sentence, after it is over', async () => {
  await show()
  list([{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd', isRead: false }, { id: 'x', kind: 'activity' }])
  hear('AOI_CREATED', 'a')
  await wait(1000)
  hear('AOI_CREATED', 'b', 'c')
  hear('AOI_CREATED', 'x')
  hear('AOI_UPDATED', 'a', 'd')
  expect(statusText()).toBe('')
  await wait(2500)
  expect(statusText()).toBe('3 new events, 1 new activity, 1 item in the list was updated')
})

test('own changes and those outside the list are not announced', async () => {
  await show()
  list([
    { id: 'mine', by: ME, isRead: true },
    { id: 'read', isRead: true },
    { id: 'area', kind: 'sensor' },
  ])
  hear('AOI_CREATED', 'mine', 'elsewhere', 'area')
  hear('AOI_UPDATED', 'mine', 'read')
  await wait(5000)
  expect(statusText()).toBe('')
})

test('repeated text is announced again', async () => {
  await show()
  list([{ id: 'a' }, { id: 'b' }])
  hear('AOI_CREATED', 'a')
  await wait(3000)
  const first = screen.getByRole('status').firstChild
  hear('AOI_CREATED', 'b')
  await wait(3000)
  expect(statusText()).toBe('1 new event')
  expect(screen.getByRole('status').firstChild).not.toBe(first)
})

test('Hebrew uses the dual form for two events', async () => {
  await show('he')
  list([{ id: 'a' }, { id: 'b' }])
  hear('AOI_CREATED', 'a', 'b')
  await wait(3000)
  expect(statusText()).toBe('שני אירועים חדשים')
})
