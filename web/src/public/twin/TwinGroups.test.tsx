import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Endpoint, MERGED_AT_ONCE, type TwinGroup, twinApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { TwinGroups } from './TwinGroups.tsx'

const report = (at: number) => ({
  _id: `id-${at}`,
  number: at,
  nonce: `${at}`,
  name: 'A tree fell',
  type: 'Fallen tree',
  state: 'new' as const,
  creationTime: '2026-11-05T08:00:00.000Z',
  image: null,
  mergedCount: 0,
  icon: 'tree',
  colour: '#2b8a3e',
  address: `Folsom Street ${at}`,
})
const reasons = { score: 0.9, isSuggested: true, isClaimed: false, metres: 60, minutes: 12, words: ['tree'] }
const group: TwinGroup = {
  main: report(0),
  twins: Array.from({ length: MERGED_AT_ONCE + 50 }, (_, at) => ({ ...report(at + 1), ...reasons })),
}
const answer = vi.fn(async (endpoint: Endpoint, _input?: unknown) => (endpoint === twinApi.groups ? [group] : {}))
answerCalls(answer)

test('a group too large for one request is merged in several requests', async () => {
  await startTestI18n('en')
  show(<TwinGroups onOpen={vi.fn()} onClose={vi.fn()} />)
  fireEvent.click(await screen.findByRole('button', { name: `Merge ${MERGED_AT_ONCE + 51} reports` }))
  const merges = () =>
    answer.mock.calls.flatMap(([endpoint, input]) =>
      endpoint === twinApi.merge ? [input as { params: { id: string }; body: { aoiIds: string[] } }] : [],
    )
  await waitFor(() => expect(merges()).toHaveLength(2))
  expect(merges().map(({ params, body }) => [params.id, body.aoiIds.length])).toEqual([
    ['id-0', MERGED_AT_ONCE],
    ['id-0', 50],
  ])
})

test('a row shows type, time and place of its report', async () => {
  await startTestI18n('en')
  show(<TwinGroups onOpen={vi.fn()} onClose={vi.fn()} />)
  const row = (await screen.findByText(/Folsom Street 7$/)).closest('li')
  expect(row?.textContent).toContain('05 Nov 2026 · Folsom Street 7')
  expect(row?.querySelector('svg')).toBeTruthy()
})
