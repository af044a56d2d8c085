import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Endpoint, Problem, type TextInbox, textMessageApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { TextInboxSettings } from './TextInboxSettings.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => answer.mockReset())

const none: TextInbox = { address: null, provider: null, lastReceivedAt: null, lastRejection: null }
const opened: TextInbox = {
  ...none,
  address: 'https://map.example/api/cohesion/text-messages/abc',
  provider: 'gateway',
}

/** Stubs a server on which the inbox can be opened and closed. */
const serve = (first: TextInbox, problem?: Problem) => {
  let now = first
  answer.mockImplementation(async (endpoint: Endpoint, input?: { body: { provider: 'gateway' | 'twilio' } }) => {
    if (endpoint === textMessageApi.openInbox && problem) throw problem
    if (endpoint === textMessageApi.openInbox) {
      now = { ...opened, provider: input?.body.provider ?? 'gateway' }
      return { ...now, secret: now.provider === 'gateway' ? 'made-here' : null }
    }
    if (endpoint === textMessageApi.closeInbox) now = none
    return now
  })
}

test('an admin opens the inbox, sees its secret once, and closes it', async () => {
  const user = userEvent.setup()
  serve(none)
  show(<TextInboxSettings />)
  await user.click(await screen.findByRole('button', { name: 'Receive text messages…' }))
  await user.click(screen.getByRole('button', { name: 'Receive text messages' }))
  expect(await screen.findByText('made-here')).toBeDefined()
  expect(screen.getByText(opened.address ?? '')).toBeDefined()
  expect(screen.getByText('No message received yet.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Stop receiving…' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop receiving' }))
  await screen.findByRole('button', { name: 'Receive text messages…' })
  expect(screen.queryByText('made-here')).toBeNull()
})

test('an invalid Twilio token is reported at its field', async () => {
  const user = userEvent.setup()
  serve(none, new Problem('invalid', { fields: { secret: 'form.invalid' } }))
  show(<TextInboxSettings />)
  await user.click(await screen.findByRole('button', { name: 'Receive text messages…' }))
  await user.click(screen.getByRole('radio', { name: 'Twilio' }))
  await user.type(screen.getByLabelText(/^Twilio auth token/), 'abc')
  await user.click(screen.getByRole('button', { name: 'Receive text messages' }))
  const field = screen.getByLabelText(/^Twilio auth token/)
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(answer).toHaveBeenCalledWith(textMessageApi.openInbox, { body: { provider: 'twilio', secret: 'abc' } })
})

test('the last rejection says what is wrong', async () => {
  const at = new Date(Date.now() - 3_600_000).toISOString()
  serve({ ...opened, lastReceivedAt: at, lastRejection: { reason: 'clock', at } })
  show(<TextInboxSettings />)
  expect(await screen.findByText(/the gateway’s clock differs/)).toBeDefined()
  expect(screen.getByText(/^Last message received/)).toBeDefined()
})
