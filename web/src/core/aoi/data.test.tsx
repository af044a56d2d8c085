import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Aoi, aoiApi, shareApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { showSaved, useAoi, useAoiGroups, useGenericMetrics, useShare } from './data.ts'
import { aoiKeys } from './keys.ts'
import { onOwnChange } from './own-changes.ts'

const aoi = { _id: 'one', properties: { nonce: '1', name: 'Flood' } }
const answer = vi.fn().mockResolvedValue(aoi)
answerCalls(answer)

beforeEach(() => answer.mockReset().mockResolvedValue(aoi))

const Card = () => <p>{useAoi('1').data?.properties.name}</p>

test.each([true, false])(
  'opening an event leaves a hidden list that must be refetched stale (read: %s)',
  async (isRead) => {
    const queries = new QueryClient()
    const key = aoiKeys.list('rows', { type: 'all' }, 'start')
    queries.setQueryData(key, { rows: [{ _id: 'one', isRead }] })
    await queries.invalidateQueries({ queryKey: key })
    render(
      <QueryClientProvider client={queries}>
        <Card />
      </QueryClientProvider>,
    )
    await screen.findByText('Flood')
    expect(queries.getQueryState(key)?.isInvalidated).toBe(true)
    expect(queries.getQueryData(key)).toEqual({ rows: [{ _id: 'one', isRead: true }] })
  },
)

const List = () => (
  <p>
    {useAoiGroups({})
      .data?.byUsers.map(({ title }) => title)
      .join()}
  </p>
)

test('an event that the member saves appears in lists and on the map at once', async () => {
  const queries = new QueryClient()
  const list = (title: string) => ({ byUsers: [{ title }], byTypes: [], byCommunity: [] })
  answer.mockResolvedValue(list('before'))
  const tilesReload = vi.fn()
  const stop = onOwnChange(tilesReload)
  render(
    <QueryClientProvider client={queries}>
      <List />
    </QueryClientProvider>,
  )
  await screen.findByText('before')
  answer.mockResolvedValue(list('after'))
  const shown = showSaved(queries)(aoi as unknown as Aoi)
  // The reloads begin at once, unlike those after a live message, which are spread over time.
  expect([tilesReload, answer].map(({ mock }) => mock.calls.length)).toEqual([1, 2])
  await shown
  expect(queries.getQueryData(aoiKeys.one('1'))).toBe(aoi)
  await screen.findByText('after')
  stop()
})

const dates = { startTime: '2026-03-05T00:00:00Z', endTime: '2026-03-06T00:00:00Z' }

const Sharing = () => {
  const share = useShare()
  const { data } = useGenericMetrics(dates, 'event')
  return (
    <button type="button" onClick={() => share.mutate({ aoiIds: ['one'], usersId: ['dana'] })}>
      New {data?.newAois}
    </button>
  )
}

test('the card, list and counters of the member who shares an event are loaded again at once', async () => {
  const queries = new QueryClient()
  answer.mockImplementation(async (endpoint) => {
    if (endpoint === shareApi.share) return { shares: [] }
    const isShared = answer.mock.calls.some(([called]) => called === shareApi.share)
    const state = isShared ? 'In progress' : 'New'
    if (endpoint === aoiApi.genericMetrics) return { newAois: isShared ? 0 : 1 }
    if (endpoint === aoiApi.filtered) return { byUsers: [{ title: `Row: ${state}` }], byTypes: [], byCommunity: [] }
    return { ...aoi, properties: { ...aoi.properties, name: `Card: ${state}` } }
  })
  render(
    <QueryClientProvider client={queries}>
      <Card />
      <List />
      <Sharing />
    </QueryClientProvider>,
  )
  await screen.findByText('Card: New')
  await screen.findByText('Row: New')
  fireEvent.click(await screen.findByText('New 1'))
  for (const text of ['Card: In progress', 'Row: In progress', 'New 0']) await screen.findByText(text)
})
