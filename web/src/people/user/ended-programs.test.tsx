import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Endpoint, inviteApi, type MemberDetails, sessionApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { PasswordForm } from './profile/PasswordForm.tsx'
import { ChallengeDialog } from './team/ChallengeDialog.tsx'
import { ReentryDialog } from './team/ReentryDialog.tsx'

const answer = vi.fn()
answerCalls(answer)
beforeAll(async () => void (await startTestI18n()))
beforeEach(() => answer.mockReset())
const replies = (...pairs: [Endpoint, unknown][]) =>
  answer.mockImplementation(async (endpoint: Endpoint) => new Map(pairs).get(endpoint))

const fill = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(screen.getByLabelText(/^Current password/), 'open the flood gate')
  await user.type(screen.getByLabelText(/^New password/), 'close the flood gate')
}
const sent = (endsPrograms: boolean) => ({
  body: { currentPassword: 'open the flood gate', newPassword: 'close the flood gate', endsPrograms },
})

test('a changed password offers to revoke the tokens, feeds and links that exist', async () => {
  const user = userEvent.setup()
  replies([sessionApi.sessions, { sessions: [], events: [], programs: 3 }], [sessionApi.changePassword, {}])
  show(<PasswordForm username="dana" submit="Change" />)
  const box = await screen.findByLabelText<HTMLInputElement>('Also revoke my 3 API tokens, feeds and calendar links')
  expect(box.checked).toBe(true)
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await vi.waitFor(() => expect(answer).toHaveBeenCalledWith(sessionApi.changePassword, sent(true)))
  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await vi.waitFor(() => expect(answer).toHaveBeenCalledWith(sessionApi.changePassword, sent(false)))
})

test('nothing is offered without tokens, feeds or links, or when an Admin demanded the password', async () => {
  replies([sessionApi.sessions, { sessions: [], events: [], programs: 0 }])
  const { unmount } = show(<PasswordForm username="dana" submit="Change" />)
  await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('checkbox')).toBeNull()
  unmount()
  answer.mockReset()
  show(<PasswordForm username="dana" submit="Change" isDemanded />)
  expect(answer).not.toHaveBeenCalled()
})

const member = { _id: 'a', username: 'dana', firstName: 'Dana', lastName: '' } as MemberDetails
const ended = { revokedTokens: [{ _id: 'b', name: 'Weather' }], revokedFeeds: [{ _id: 'c', name: 'Map' }] }
const names = /Revoked API tokens: \u2068Weather\u2069\. Revoked feeds: \u2068Map\u2069/

test('an Admin reads that tokens and feeds end, and sees their names', async () => {
  const user = userEvent.setup()
  const link = { link: 'https://map.example.org/invite?reentry=x', expiresAt: new Date().toISOString() }
  replies([sessionApi.challenge, ended], [inviteApi.makeReentry, { ...link, ...ended }])
  const { unmount } = show(<ReentryDialog member={member} onClose={() => {}} />)
  expect(screen.getByText(/API tokens, feeds and calendar links stop working/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByText(names)).toBeDefined()
  unmount()
  const onClose = vi.fn()
  show(<ChallengeDialog member={member} onClose={onClose} />)
  expect(screen.getByText(/API tokens, feeds and calendar links stop working/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
})
