import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mailApi, Problem } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { OwnEmailSettings } from './OwnEmailSettings.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => answer.mockReset())

test('an address is entered with the password, and waits for confirmation', async () => {
  const user = userEvent.setup()
  answer
    .mockResolvedValueOnce({ address: null, pending: null, canMail: true })
    .mockRejectedValueOnce(new Problem('invalid', { fields: { password: 'form.passwordWrong' } }))
    .mockResolvedValueOnce({ address: null, pending: 'dana@example.org', canMail: true })
  show(<OwnEmailSettings />)
  await user.click(await screen.findByRole('button', { name: 'Add address' }))
  await user.click(screen.getByRole('button', { name: 'Send confirmation' }))
  expect(screen.getAllByText('Required.').length).toBe(2)
  await user.type(screen.getByLabelText(/^E-mail address/), 'dana@example.org')
  await user.type(screen.getByLabelText(/^Your password/), 'secret')
  await user.click(screen.getByRole('button', { name: 'Send confirmation' }))
  expect(await screen.findByText('This password is wrong.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Send confirmation' }))
  expect((await screen.findByRole('status')).textContent).toContain('dana@example.org')
  expect(answer).toHaveBeenLastCalledWith(mailApi.setOwn, { body: { email: 'dana@example.org', password: 'secret' } })
})

test('an address is removed', async () => {
  const user = userEvent.setup()
  answer
    .mockResolvedValueOnce({ address: 'dana@example.org', pending: null, canMail: false })
    .mockResolvedValueOnce({ address: null, pending: null, canMail: false })
  show(<OwnEmailSettings />)
  expect(await screen.findByText('This server doesn’t send e-mail.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Remove address' }))
  expect(answer).toHaveBeenLastCalledWith(mailApi.removeOwn, undefined)
  expect(screen.queryByText('dana@example.org')).toBeNull()
})
