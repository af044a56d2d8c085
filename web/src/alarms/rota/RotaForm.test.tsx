import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { RotaForm } from './RotaForm.tsx'

const call = vi.fn().mockResolvedValue({ name: 'Nights' })
answerCalls(call)

beforeAll(() => startTestI18n())

const members = [{ _id: '0190a7e2-5b1c-7c3a-8e4d-2f6b9a1c3d5e', name: 'Maya' }]

test('a new rota is in the time zone of the others, not of this computer', async () => {
  show(<RotaForm draft="rota" rota={undefined} usualZone="America/Los_Angeles" members={members} onDone={() => {}} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Nights')
  await userEvent.click(screen.getByRole('combobox', { name: 'Members, in order' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Maya', hidden: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(call).toHaveBeenCalledOnce())
  expect(call.mock.calls[0]?.[1].body).toMatchObject({ name: 'Nights', timeZone: 'America/Los_Angeles' })
})

test('the first rota on a computer set to UTC requires a choice of the time zone', async () => {
  const options = new Intl.DateTimeFormat().resolvedOptions()
  const zone = vi
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ ...options, timeZone: 'UTC' })
  show(<RotaForm draft="first" rota={undefined} usualZone={undefined} members={members} onDone={() => {}} />)
  zone.mockRestore()
  const field = screen.getByRole('combobox', { name: /Time zone/ })
  expect(field).toHaveProperty('value', '')
  call.mockClear()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(call).not.toHaveBeenCalled()
})
