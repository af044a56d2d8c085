import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Endpoint, Problem, type WarningFeed, warningApi, warningProblems } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { WarningFeeds } from './Feeds.tsx'

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => answer.mockReset())

const regions = [
  { _id: '019a0000-0000-7000-8000-0000000000d1', name: 'Port' },
  { _id: '019a0000-0000-7000-8000-0000000000d2', name: 'River' },
]
const feed = (more: Partial<WarningFeed> = {}): WarningFeed => ({
  _id: '019a0000-0000-7000-8000-0000000000e1',
  serviceId: '019a0000-0000-7000-8000-0000000000e2',
  name: 'Weather service',
  url: 'https://weather.example/cap.atom',
  intervalMinutes: 10,
  showsTests: false,
  limit: { type: 'all' },
  isEnabled: true,
  createdAt: new Date().toISOString(),
  isDue: false,
  checkedAt: new Date().toISOString(),
  succeededAt: new Date().toISOString(),
  problem: null,
  warnings: 3,
  ...more,
})
const replies = (...pairs: [Endpoint, unknown][]) =>
  answer.mockImplementation(async (endpoint: Endpoint) => {
    const reply = new Map(pairs).get(endpoint)
    if (reply instanceof Error) throw reply
    return reply
  })
const plain = (text: string | null | undefined) => text?.replace(/[\u2066-\u2069]/g, '')
const fill = async (url = 'https://weather.example/cap.atom') => {
  const user = userEvent.setup()
  show(<WarningFeeds regions={regions} />)
  await screen.findByText('No warning feeds yet.')
  await user.click(screen.getByRole('button', { name: 'Add warning feed' }))
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Weather service')
  await user.type(screen.getByRole('textbox', { name: /^Address/ }), url)
  return user
}

test('a feed is added with its interval and regions', async () => {
  replies([warningApi.feeds, []], [warningApi.createFeed, feed()])
  const user = await fill()
  await user.clear(screen.getByRole('textbox', { name: /^Check every/ }))
  await user.type(screen.getByRole('textbox', { name: /^Check every/ }), '15')
  await user.click(screen.getByRole('radio', { name: 'Warnings that affect certain regions' }))
  expect(screen.getByRole('button', { name: 'Add feed' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByPlaceholderText('Add region'))
  await user.click(await screen.findByRole('option', { name: 'River', hidden: true }))
  await user.click(screen.getByRole('switch', { name: /^Show exercises and tests/ }))
  await user.click(screen.getByRole('button', { name: 'Add feed' }))
  await screen.findByRole('button', { name: 'Add warning feed' })
  expect(answer).toHaveBeenCalledWith(warningApi.createFeed, {
    body: {
      name: 'Weather service',
      url: 'https://weather.example/cap.atom',
      intervalMinutes: 15,
      showsTests: true,
      limit: { type: 'regions', regionIds: [regions[1]?._id] },
    },
  })
})

test('a rejected address is reported at its field, and typed text is kept', async () => {
  replies([warningApi.feeds, []], [warningApi.createFeed, new Problem('invalid', { fields: { url: 'form.url' } })])
  const user = await fill('http://10.0.0.1/')
  await user.click(screen.getByRole('button', { name: 'Add feed' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Address/ })
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(field.value).toBe('http://10.0.0.1/')
})

test('a card shows when a feed was read and how many warnings it has', async () => {
  replies([warningApi.feeds, [feed({ limit: { type: 'regions', regionIds: [regions[0]?._id ?? ''] } })]])
  show(<WarningFeeds regions={regions} />)
  const card = await screen.findByRole('article', { name: 'Weather service' })
  expect(plain(card.textContent)).toContain('Warnings that affect Port · Checked every 10 minutes')
  expect(plain(card.textContent)).toContain('Last read: Just now · 3 warnings')
})

test.each(warningProblems)('the problem %s is a sentence with a remedy, and names its host or place', async (code) => {
  replies([warningApi.feeds, [feed({ problem: { code, status: 404, line: 7, count: 2, first: 'timeout' } })]])
  show(<WarningFeeds regions={regions} />)
  const text = plain((await screen.findByRole('alert')).textContent)
  expect(text).not.toMatch(/warningFeed\.|{{|undefined/)
  // At least two sentences: the problem, and its remedy or the next step.
  expect(text?.match(/[.?]( |$)/g)?.length).toBeGreaterThanOrEqual(2)
  if (['address', 'network', 'timeout', 'status'].includes(code)) expect(text).toContain('weather.example')
  if (code === 'status') expect(text).toContain('404')
  if (code === 'someUnread') expect(text).toContain('2 warnings couldn’t be read')
})

test('a feed is checked, turned off, and deleted after a confirmation', async () => {
  const user = userEvent.setup()
  replies([warningApi.feeds, [feed()]], [warningApi.checkFeed, feed({ isDue: true })], [warningApi.changeFeed, feed()])
  show(<WarningFeeds regions={regions} />)
  const card = await screen.findByRole('article', { name: 'Weather service' })
  const params = { id: feed()._id }
  await user.click(within(card).getByRole('button', { name: 'Check now' }))
  expect(answer).toHaveBeenCalledWith(warningApi.checkFeed, { params })
  await user.click(within(card).getByRole('switch', { name: 'Turned on' }))
  expect(answer).toHaveBeenCalledWith(warningApi.changeFeed, { params, body: { isEnabled: false } })
  await user.click(within(card).getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Events created from them stay.')
  expect(answer).not.toHaveBeenCalledWith(warningApi.removeFeed, { params })
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await vi.waitFor(() => expect(answer).toHaveBeenCalledWith(warningApi.removeFeed, { params }))
})
