import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inviteApi } from '#contract'
import { answerCalls, answerConfig } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { InviteDialog } from './InviteDialog.tsx'

const answer = vi.fn()
const page = { canMail: true, publicUrl: null }
answerCalls(answer)
answerConfig(page)

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => answer.mockReset())

const open = async () => {
  const user = userEvent.setup()
  show(<InviteDialog roles={[{ _id: 'r', name: 'Responder' }]} types={['Operator']} onClose={() => {}} />)
  await user.selectOptions(await screen.findByLabelText(/^Role/), 'r')
  await user.selectOptions(screen.getByLabelText(/^Access level/), 'Operator')
  return user
}

test('an invitation with an address is mailed, and shows no link', async () => {
  page.canMail = true
  answer.mockResolvedValue({ expiresAt: '2026-11-19T10:00:00.000Z' })
  const user = await open()
  await user.type(screen.getByLabelText('E-mail (optional)'), 'noa@example.org')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect((await screen.findByRole('status')).textContent).toContain('noa@example.org')
  expect(screen.queryByRole('timer')).toBeNull()
  expect(answer).toHaveBeenCalledWith(inviteApi.inviteByMail, {
    body: { role: 'r', permission: 'Operator', email: 'noa@example.org', language: 'en' },
  })
})

test('a server that sends no e-mail offers links only', async () => {
  page.canMail = false
  answer.mockResolvedValue({
    link: 'http://localhost/invite?token=x',
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
  })
  const user = await open()
  expect(screen.queryByLabelText('E-mail (optional)')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByRole('timer')).toBeDefined()
  expect(answer).toHaveBeenCalledWith(inviteApi.invite, { body: { role: 'r', permission: 'Operator' } })
})
