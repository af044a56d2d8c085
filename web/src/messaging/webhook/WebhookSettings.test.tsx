import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Endpoint, Problem, type Webhook, type WebhookDelivery, webhookApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { WebhookSettings } from './WebhookSettings.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => answer.mockReset())

const choices = {
  types: [
    { _id: '018f0000-0000-7000-8000-00000000000a', name: 'Flood' },
    { _id: '018f0000-0000-7000-8000-00000000000b', name: 'Fire' },
  ],
  regions: [{ _id: '018f0000-0000-7000-8000-00000000000c', name: 'Port' }],
}
const webhook = (more: Partial<Webhook> = {}): Webhook => ({
  _id: '018f0000-0000-7000-8000-000000000001',
  serviceId: '018f0000-0000-7000-8000-000000000002',
  url: 'https://hooks.example/a',
  events: ['alarm.raised', 'event.created'],
  eventTypes: null,
  regions: null,
  isEnabled: true,
  createdAt: new Date().toISOString(),
  failingSince: null,
  switchedOffAt: null,
  ...more,
})
const replies = (...pairs: [Endpoint, unknown][]) =>
  answer.mockImplementation(async (endpoint: Endpoint) => {
    const reply = new Map(pairs).get(endpoint)
    if (reply instanceof Error) throw reply
    return reply
  })

test('a webhook is created with its events, and its secret is shown', async () => {
  const user = userEvent.setup()
  replies([webhookApi.list, []], [webhookApi.create, { ...webhook(), secret: 'whsec_abc' }])
  show(<WebhookSettings {...choices} />)
  await screen.findByText('No webhooks')
  await user.click(screen.getByRole('button', { name: 'Add webhook' }))
  await user.type(screen.getByLabelText(/^Address/), 'https://hooks.example/a')
  await user.click(screen.getByLabelText('Event created'))
  await user.click(screen.getByLabelText('Alarm cleared'))
  await user.click(screen.getByPlaceholderText('Add event type'))
  await user.click(await screen.findByRole('option', { name: 'Fire', hidden: true }))
  await user.click(screen.getByRole('button', { name: 'Create webhook' }))
  expect(await screen.findByText('whsec_abc')).toBeDefined()
  expect(answer).toHaveBeenCalledWith(webhookApi.create, {
    body: {
      url: 'https://hooks.example/a',
      events: ['alarm.raised', 'event.created'],
      eventTypes: ['018f0000-0000-7000-8000-00000000000b'],
      regions: null,
    },
  })
})

test('the event types and regions of a webhook are listed on its card', async () => {
  replies([webhookApi.list, [webhook({ eventTypes: [choices.types[0]!._id], regions: [choices.regions[0]!._id] })]])
  show(<WebhookSettings {...choices} />)
  expect((await screen.findByText(/^Event types:/)).textContent).toContain('Flood')
  expect(screen.getByText(/^Regions:/).textContent).toContain('Port')
})

test('a refused address is reported at its field, and typed text is kept', async () => {
  const user = userEvent.setup()
  replies([webhookApi.list, []], [webhookApi.create, new Problem('invalid', { fields: { url: 'form.url' } })])
  show(<WebhookSettings {...choices} />)
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }))
  const field = screen.getByLabelText<HTMLInputElement>(/^Address/)
  await user.type(field, 'https://10.0.0.1/')
  await user.click(screen.getByRole('button', { name: 'Create webhook' }))
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(field.value).toBe('https://10.0.0.1/')
})

test('a webhook turned off by the server shows why, and its log can resend calls', async () => {
  const user = userEvent.setup()
  const failed: WebhookDelivery = {
    _id: '018f0000-0000-7000-8000-000000000003',
    event: 'alarm.raised',
    state: 'failed',
    attempts: 8,
    code: 'http500',
    createdAt: new Date().toISOString(),
    sentAt: null,
  }
  replies(
    [webhookApi.list, [webhook({ failingSince: new Date().toISOString() })]],
    [webhookApi.deliveries, [failed]],
    [webhookApi.sendAgain, { ...failed, state: 'waiting' }],
  )
  show(<WebhookSettings {...choices} />)
  const card = within(await screen.findByRole('article', { name: 'hooks.example' }))
  expect(card.getByText(/^Calls have failed since/)).toBeDefined()
  await user.click(card.getByRole('button', { name: 'Log' }))
  const [row] = within(await card.findByRole('list')).getAllByRole('listitem')
  expect(row?.textContent).toMatch(/Alarm raised.*8 attempts, the other server returned 500.*Failed/)
  await user.click(card.getByRole('button', { name: 'Send Alarm raised again' }))
  expect(answer).toHaveBeenCalledWith(webhookApi.sendAgain, {
    params: { id: webhook()._id, delivery: failed._id },
  })
})
