import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { inviteApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { CannotSignIn } from './CannotSignIn.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))

test('sign-in help requests a link and reveals nothing about accounts', async () => {
  const user = userEvent.setup()
  answer.mockResolvedValue({})
  show(<CannotSignIn username="dana" />)
  await user.click(screen.getByRole('button', { name: 'Can’t sign in?' }))
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  expect((await screen.findByRole('status')).textContent).toContain('If that account exists')
  expect(answer).toHaveBeenCalledWith(inviteApi.requestReentry, { body: { name: 'dana' } })
})
