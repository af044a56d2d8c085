import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { regionApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { Deletion } from './Deletion.tsx'

const call = vi.fn()
answerCalls(call)

beforeAll(() => startTestI18n())
beforeEach(() => {
  call.mockReset()
})

const harbour = { kind: 'region' as const, _id: 'harbour', name: 'Harbour' }
const deleteButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Delete' })

test('a region that a metric uses is not deleted, and the dialog names the metric', async () => {
  call.mockResolvedValue([{ kind: 'metric', name: 'Floods', translations: {} }])
  show(<Deletion thing={harbour} onClose={() => {}} />)
  expect(await screen.findByText('In use by the metric “Floods”. Remove it there first.')).toBeDefined()
  expect((await deleteButton()).disabled).toBe(true)
})

test('an unused region is deleted after a confirmation that names it', async () => {
  call.mockImplementation((endpoint) => (endpoint === regionApi.uses ? [] : harbour))
  show(<Deletion thing={harbour} onClose={() => {}} />)
  expect(await screen.findByText(/^Delete region Harbour\? /)).toBeDefined()
  await waitFor(async () => expect((await deleteButton()).disabled).toBe(false))
  await userEvent.click(await deleteButton())
  await waitFor(() => expect(call).toHaveBeenCalledWith(regionApi.remove, { params: { id: 'harbour' } }))
})
