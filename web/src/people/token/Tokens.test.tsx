import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ApiToken, type Endpoint, tokenApi, tokenScopes } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import type { TokenChoices } from './data.ts'
import { Tokens } from './Tokens.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => answer.mockReset())

const DAY_MS = 86_400_000
const flood = { _id: '018f0000-0000-7000-8000-000000000001', name: 'Flood' }
const choices: TokenChoices = { scopes: tokenScopes, types: [flood], regions: [] }
const token = (more: Partial<ApiToken> = {}): ApiToken => ({
  _id: '018f0000-0000-7000-8000-000000000002',
  name: 'Website',
  scopes: ['events'],
  eventTypes: null,
  regions: null,
  creator: { _id: '018f0000-0000-7000-8000-000000000003', name: 'Dana' },
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 300 * DAY_MS).toISOString(),
  lastUsedAt: null,
  ...more,
})
const replies = (...pairs: [Endpoint, unknown][]) =>
  answer.mockImplementation(async (endpoint: Endpoint) => new Map(pairs).get(endpoint))

test('a row states the state of a token and its limits, also to deleted types', async () => {
  const expired = token({
    eventTypes: [flood._id, '018f0000-0000-7000-8000-000000000009'],
    expiresAt: new Date(Date.now() - DAY_MS).toISOString(),
  })
  replies([tokenApi.list, [expired]])
  show(<Tokens choices={choices} />)
  const row = within(await screen.findByRole('listitem'))
  expect(row.getByText('Only \u2068Flood\u2069, \u2068deleted\u2069')).toBeDefined()
  expect(row.getByText('Expired')).toBeDefined()
  expect(row.getByText(/Never used/)).toBeDefined()
})

test('the token is shown once, and nothing but its button closes the dialog', async () => {
  const user = userEvent.setup()
  replies([tokenApi.list, []], [tokenApi.create, { ...token(), token: 'cohesion_abc' }])
  show(<Tokens choices={choices} />)
  await user.click(await screen.findByRole('button', { name: 'Create token' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Name/), ' Website ')
  await user.click(dialog.getByLabelText('Read events'))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Create token' }).disabled).toBe(true)
  await user.type(dialog.getByLabelText(/^Your password/), 'open the flood gate')
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  expect(await dialog.findByText('cohesion_abc')).toBeDefined()
  expect(answer).toHaveBeenCalledWith(tokenApi.create, {
    body: {
      name: 'Website',
      scopes: ['events'],
      eventTypes: null,
      regions: null,
      days: 365,
      password: 'open the flood gate',
    },
  })
  await user.keyboard('{Escape}')
  expect(dialog.getByText('cohesion_abc')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'I’ve saved the token' }))
  await vi.waitFor(() => expect(screen.queryByText('cohesion_abc')).toBeNull())
})

test('a token that sends positions can do nothing else', async () => {
  const user = userEvent.setup()
  replies([tokenApi.list, []])
  show(<Tokens choices={choices} />)
  await user.click(await screen.findByRole('button', { name: 'Create token' }))
  const dialog = within(await screen.findByRole('dialog'))
  const box = (name: string) => dialog.getByLabelText<HTMLInputElement>(name)
  await user.click(box('Send my position'))
  expect(box('Read events').disabled).toBe(true)
  await user.click(box('Send my position'))
  await user.click(box('Read events'))
  expect(box('Send my position').disabled).toBe(true)
})
