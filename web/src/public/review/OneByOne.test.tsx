import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Endpoint, type HeldReportWithTwins, reviewApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { OneByOne } from './OneByOne.tsx'

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
  reporter: { name: 'Emily Stone', phone: null, language: 'en', isAnonymous: false, falseReports: 0 },
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
answerCalls(vi.fn(async (endpoint: Endpoint) => (endpoint === reviewApi.next ? { report: next } : {})))
afterEach(cleanup)

const empty = () => null
const renders = {
  ...{ renderMap: empty, renderCovers: empty, renderTwins: empty, renderType: empty },
  renderPublicText: empty,
}

test('a question is about a waiting report, not about a photo added to one', async () => {
  await startTestI18n('en')
  const { unmount } = show(<OneByOne roles={[]} {...renders} />)
  expect(await screen.findByRole('button', { name: /^Ask/ })).toBeDefined()
  unmount()
  next = { ...report, addsTo: 7 }
  show(<OneByOne roles={[]} {...renders} />)
  expect(await screen.findByRole('button', { name: /^Accept/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Ask/ })).toBeNull()
})
