import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reviewApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { ReviewList } from './ReviewList.tsx'

const answer = vi.fn()
answerCalls(answer)
beforeAll(async () => void (await startTestI18n()))
beforeEach(() => answer.mockReset())

const showList = (onExport: ((ids: string[]) => void) | undefined) =>
  show(<ReviewList state="refused" types={[]} roles={[]} onExport={onExport} onReview={() => {}} />)

test('all matching reports are exported, also those beyond the shown rows', async () => {
  answer.mockImplementation((endpoint) => Promise.resolve(endpoint === reviewApi.ids ? ['b', 'a'] : []))
  const onExport = vi.fn()
  showList(onExport)
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'gate' } })
  await waitFor(() => expect(answer).toHaveBeenCalledTimes(2))
  fireEvent.click(screen.getByRole('button', { name: 'Export…' }))
  await waitFor(() => expect(onExport.mock.calls[0]?.[0]).toEqual(['b', 'a']))
  expect(answer).toHaveBeenLastCalledWith(reviewApi.ids, { query: { state: 'refused', text: 'gate' } })
})

test('members without the right to export have no button for it', async () => {
  answer.mockResolvedValue([])
  showList(undefined)
  await screen.findByRole('searchbox')
  expect(screen.queryByRole('button', { name: 'Export…' })).toBeNull()
})
