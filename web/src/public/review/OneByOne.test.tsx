import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type Endpoint, type HeldReportWithTwins, reviewApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { OneByOne, type OneByOneProps } from './OneByOne.tsx'

const report: HeldReportWithTwins = {
  _id: '0192f0c1-0000-7000-8000-000000000001',
  number: 12,
  name: 'Broken lamp',
  description: '',
  type: {
    _id: '0192f0c1-0000-7000-8000-000000000002',
    name: 'Lamp',
    translations: {},
    icon: 'bulb',
    colour: '#1c7ed6',
  },
  answers: [],
  coordinates: [34.98, 32.81],
  address: 'Main Street 1',
  image: null,
  reporter: { name: 'Emily Stone', phone: null, isByText: false, language: 'en', isAnonymous: false, falseReports: 0 },
  createdAt: '2026-11-05T08:00:00.000Z',
  receivedAt: '2026-11-05T08:00:00.000Z',
  state: 'waiting',
  roleId: null,
  reason: null,
  reasonText: '',
  questions: [],
  sameAs: null,
  reviewer: null,
  decidedBy: null,
  decidedAt: null,
  canUndo: false,
  addsTo: null,
  mergedInto: null,
  twins: [],
}
let next = report
const calls = vi.fn(async (endpoint: Endpoint) => {
  if (endpoint === reviewApi.next) return { report: next }
  const left = [] as string[]
  return endpoint === reviewApi.accept ? { done: [next._id], left } : {}
})
answerCalls(calls)
afterEach(cleanup)

const empty = () => null
const renders = {
  renderMap: empty,
  renderCovers: empty,
  renderTwins: empty,
  renderType: empty,
  renderPublicText: empty,
}

test('a waiting report can be asked about, and an added photo cannot', async () => {
  await startTestI18n('en')
  const { unmount } = show(<OneByOne roles={[]} {...renders} />)
  expect(await screen.findByRole('button', { name: /^Ask/ })).toBeDefined()
  unmount()
  next = { ...report, addsTo: 7 }
  show(<OneByOne roles={[]} {...renders} />)
  expect(await screen.findByRole('button', { name: /^Accept/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Ask/ })).toBeNull()
})

test('a report by text message is accepted with the place that the reviewer presses', async () => {
  const user = userEvent.setup()
  const reporter = { ...report.reporter, name: '', phone: '+972501112233', isByText: true }
  next = { ...report, coordinates: null, address: null, reporter }
  const renderMap: OneByOneProps['renderMap'] = (_, at, onPress) => (
    <button type="button" onClick={() => onPress?.([34.98, 32.81])}>
      {at ? `Map at ${at}` : 'Map without a place'}
    </button>
  )
  show(<OneByOne roles={[]} {...renders} renderMap={renderMap} />)
  expect(await screen.findByText(/by text message, not verified/)).toBeDefined()
  const number = screen.getByRole('link', { name: '+972501112233' })
  expect(number.getAttribute('href')).toBe('tel:+972501112233')
  expect(number.querySelector('bdi')?.dir).toBe('ltr')
  await user.click(screen.getByRole('button', { name: /^Accept/ }))
  expect(await screen.findByText('Choose a place to accept this report.')).toBeDefined()
  expect(calls.mock.calls.some(([endpoint]) => endpoint === reviewApi.accept)).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Map without a place' }))
  await screen.findByRole('button', { name: 'Map at 34.98,32.81' })
  await user.click(screen.getByRole('button', { name: /^Accept/ }))
  const place = { coordinates: [34.98, 32.81], address: '' }
  await vi.waitFor(() =>
    expect(calls).toHaveBeenCalledWith(reviewApi.accept, {
      body: expect.objectContaining({ ids: [report._id], place }),
    }),
  )
})
