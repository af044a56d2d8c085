import { screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Aoi, aoiApi, type Endpoint, type Profile } from '#contract'
import { event } from '../../core/aoi/form/testing.ts'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { EventDetails } from './EventDetails.tsx'

let aoi: Aoi
answerCalls(vi.fn(async (endpoint: Endpoint) => (endpoint === aoiApi.byNonce ? aoi : [])))
beforeAll(async () => void (await startTestI18n()))

const profile = {
  _id: 'me',
  type: 'Operator',
  service: { _id: 'service', title: 'Home', translations: {} },
  providedServices: [],
  role: null,
} as unknown as Profile

const open = (properties: object) => {
  aoi = event({
    state: 'new',
    subscribersCount: 0,
    isArchived: false,
    shares: [],
    subscribers: [],
    updates: { updates: 0, subscriptions: 0 },
    visitor: null,
    mergedInto: null,
    mergedCount: 0,
    properties: { creationTime: '2026-03-05T12:00:00Z', logs: [], sensors: [], groups: [], ...properties },
  } as unknown as Parameters<typeof event>[0])
  show(<EventDetails nonce={aoi.properties.nonce} profile={profile} />)
}

const isBefore = (one: Node, other: Node) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

test('updates and subscribers of an activity are above its missing picture', async () => {
  open({ activity: { startTime: null, plannedTime: null, communityId: null, isPublic: false } })
  expect(isBefore(await screen.findByRole('tab', { name: /Updates/ }), screen.getByText('No image'))).toBe(true)
})

test('the log of an event without a picture is below one line that says so', async () => {
  open({ activity: null })
  const remark = await screen.findByText('No image')
  expect(isBefore(remark, screen.getByRole('region', { name: 'Log' }))).toBe(true)
})

test('a sensor area is named as such', async () => {
  open({ activity: null, forSensors: true, status: 'OK', area: null, name: 'Dam' })
  const kind = await screen.findByText('Sensor area')
  expect(isBefore(screen.getByRole('heading', { name: 'Dam' }), kind)).toBe(true)
})
