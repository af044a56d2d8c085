import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { exportApi, type Profile } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { ShortListActions } from './ShortListActions.tsx'

const answer = vi.fn()
answerCalls(answer)
beforeAll(async () => void (await startTestI18n()))
beforeEach(() => answer.mockReset())

const profile = (allowCsvDownload: boolean) =>
  ({
    ...{ _id: 'me', type: 'Operator', allowCsvDownload, service: { _id: 'home' } },
    ...{ providedServices: [], role: null },
  }) as unknown as Profile

test.each([
  ['alarms', 'alarms'],
  ['warnings', 'warnings'],
  ['regions', 'regions'],
] as const)('%s are exported in the formats of lists with places', async (panel, list) => {
  answer.mockResolvedValue({ rows: 0, columns: [{ _id: 'name', title: 'Name' }], first: [] })
  show(<ShortListActions profile={profile(true)} panel={panel} onSettings={undefined} />)
  fireEvent.click(screen.getByRole('button', { name: 'Export…' }))
  await screen.findByRole('option', { name: 'GPS device (GPX)' })
  await waitFor(() => expect(answer).toHaveBeenCalled())
  expect(answer.mock.calls[0]?.slice(0, 2)).toEqual([exportApi.about, { body: { list, ids: [], language: 'en' } }])
})

test('members without the right to export have no button for it', () => {
  show(<ShortListActions profile={profile(false)} panel="alarms" onSettings={undefined} />)
  expect(screen.queryByRole('button')).toBeNull()
})
