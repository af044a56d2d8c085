import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#contract'
import { answerCalls } from '../../../testing/calls.ts'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { AoiPanel } from './AoiPanel.tsx'
import type { AoiPanelProps } from './panel-props.ts'

const call = vi.fn()
answerCalls(call)

const emptyPage = { total: [], byUsers: [], byTypes: [], byCommunity: [], nextCursor: null }

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => void call.mockReset().mockResolvedValue(emptyPage))

const open = (more: Partial<AoiPanelProps> = {}) => {
  const props: AoiPanelProps = {
    kind: 'event',
    query: { type: 'all' },
    serviceIds: [],
    tab: 'all',
    onTab: vi.fn(),
    find: '',
    onFind: vi.fn(),
    selected: undefined,
    onSelect: vi.fn(),
    onDeselect: vi.fn(),
    canMarkDone: false,
    ...more,
  }
  show(<AoiPanel {...props} />)
  return props
}

test('an empty list explains what belongs here and offers to add it', async () => {
  const { onCreate } = open({ onCreate: vi.fn() })
  expect(await screen.findByText(/Reports from the field/)).toBeTruthy()
  for (const button of screen.getAllByRole('button', { name: 'New event' })) await userEvent.click(button)
  expect(onCreate).toHaveBeenCalledTimes(2)
})

test('offers nothing to members who may not report', async () => {
  open()
  await screen.findByText(/Reports from the field/)
  expect(screen.queryByRole('button', { name: 'New event' })).toBeNull()
})

test('an empty filtered list offers to clear the filter', async () => {
  const { onShowAll } = open({ find: 'unicorn', onShowAll: vi.fn() })
  await screen.findByText('No events match “unicorn”.')
  await userEvent.click(screen.getByRole('button', { name: 'Show all events' }))
  expect(onShowAll).toHaveBeenCalledOnce()
})

test('a failed list says so and retries', async () => {
  call.mockRejectedValue(new Problem('forbidden'))
  open()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('You don’t have permission to do this.')
  expect(screen.queryByText(/Reports from the field/), 'it is not known to be empty').toBeNull()
  call.mockResolvedValue(emptyPage)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/Reports from the field/)).toBeTruthy()
})

test('groups are requested without rows', async () => {
  call.mockImplementation(async (_endpoint, { query }) => ({
    ...emptyPage,
    byUsers: query.groups === 'true' ? [{ _id: 'none', title: '', count: 3, aois: [] }] : [],
  }))
  open({ tab: 'creator' })
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(
      expect.anything(),
      { query: { type: 'all', limit: 1, groups: 'true' } },
      expect.anything(),
    ),
  )
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(
      expect.anything(),
      { query: expect.objectContaining({ creator: 'none', groups: 'false' }) },
      expect.anything(),
    ),
  )
})

test('while events are selected, the button shares them, once somebody is selected', async () => {
  open({ sharing: { onShare: undefined, isBusy: false }, onCreate: vi.fn() })
  const share = await screen.findByRole('button', { name: 'Share' })
  expect(share).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'New event' })).toBeNull()
})
