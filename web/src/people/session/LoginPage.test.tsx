import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sessionApi } from '#contract'
import { endSession, sessionToken } from '../../api/session.ts'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { LoginPage } from './LoginPage.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))
afterEach(() => endSession())

test('a demanded new password is chosen on the sign-in page without typing the current one again', async () => {
  const user = userEvent.setup()
  answer.mockImplementation(async (endpoint) =>
    endpoint === sessionApi.login ? { accessToken: 'token', mustChangePassword: true } : {},
  )
  show(<LoginPage />)
  await user.type(screen.getByLabelText('Username'), 'mai')
  await user.type(screen.getByLabelText('Password'), 'given by an admin')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const newPassword = await screen.findByLabelText(/^New password/)
  expect(screen.queryByLabelText(/^Current password/)).toBeNull()
  await user.type(newPassword, 'short')
  await user.click(screen.getByRole('button', { name: 'Save and continue' }))
  expect(answer).not.toHaveBeenCalledWith(sessionApi.changePassword, expect.anything())

  await user.type(newPassword, ' no longer')
  await user.click(screen.getByRole('button', { name: 'Save and continue' }))
  const body = { currentPassword: 'given by an admin', newPassword: 'short no longer' }
  expect(answer).toHaveBeenCalledWith(sessionApi.changePassword, { body })
  expect(sessionToken()).toBe('token')
})
