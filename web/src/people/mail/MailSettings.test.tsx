import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type MailState, mailApi, type RecentDelivery } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { MailSettings } from './MailSettings.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => answer.mockReset())

const plain = (element: HTMLElement) => element.textContent?.replace(/[\u2068\u2069]/g, '')
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const delivery = (more: Partial<RecentDelivery>): RecentDelivery => ({
  _id: crypto.randomUUID(),
  channel: 'email',
  kind: 'invite',
  receiver: null,
  state: 'sent',
  code: null,
  createdAt: minutesAgo(125),
  sentAt: minutesAgo(125),
  ...more,
})
const state = (more: Partial<MailState> = {}): MailState => ({
  isConfigured: true,
  from: 'Cohesion <map@example.org>',
  host: 'mail.example.org',
  lastSentAt: minutesAgo(125),
  lastError: null,
  deliveries: [],
  ...more,
})

test('a server without a mail server says how to get one, and offers no test', async () => {
  answer.mockResolvedValue(state({ isConfigured: false, from: null, host: null, lastSentAt: null }))
  show(<MailSettings />)
  expect(await screen.findByText(/set COHESION_SMTP_URL/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send test' })).toBeNull()
})

test('the last failure is shown in words, and each delivery with its details', async () => {
  answer.mockResolvedValue(
    state({
      lastError: { code: 'smtpSignIn', at: minutesAgo(3) },
      deliveries: [
        delivery({ receiver: 'Dana Levi', channel: 'push', state: 'failed', code: 'http410', sentAt: null }),
        delivery({}),
        delivery({ channel: 'webhook' }),
      ],
    }),
  )
  show(<MailSettings />)
  expect(plain(await screen.findByRole('alert'))).toBe(
    'Last failure: 3 mins ago, the mail server rejected the username or password',
  )
  const rows = within(screen.getByRole('list', { name: 'Recent deliveries' })).getAllByRole('listitem')
  expect(rows.map(plain)).toEqual([
    'Dana Levi2 hours ago, Notification: the other server returned 410Failed',
    'Someone without an account2 hours ago, E-mailSent',
    'Another system2 hours ago, WebhookSent',
  ])
})

test('a test message is sent, and its failure is explained', async () => {
  const user = userEvent.setup()
  answer.mockResolvedValueOnce(state()).mockResolvedValueOnce({ code: 'smtpUnreachable' }).mockResolvedValue(state())
  show(<MailSettings />)
  await user.type(await screen.findByLabelText('Send a test message to'), 'me@example.org')
  await user.click(screen.getByRole('button', { name: 'Send test' }))
  expect(await screen.findByText('The message was not sent: the mail server can’t be reached')).toBeDefined()
  expect(answer).toHaveBeenCalledWith(mailApi.sendTest, { body: { email: 'me@example.org' } })
})
