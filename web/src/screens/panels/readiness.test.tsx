import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Endpoint, type LngLat, type Member, type Rota, userApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { byReadiness, distancesTo, useReadiness } from './readiness.ts'

const rota: Rota = {
  _id: 'nights',
  serviceId: 'home',
  name: 'Nights',
  memberIds: ['dana'],
  startsOn: '2020-01-01',
  handoverAt: '08:00',
  timeZone: 'UTC',
  swaps: [],
}
answerCalls(
  vi.fn(async (endpoint: Endpoint) =>
    endpoint === userApi.positions
      ? [{ _id: 'dana', location: [0.01, 0], locationAt: new Date().toISOString() }]
      : [rota],
  ),
)

const member = (_id: string, isOnline = false) =>
  ({ _id, firstName: _id, lastName: '', username: _id, isOnline }) as Member

test('members on duty come first, then online ones, each by distance', () => {
  const now = new Date('2026-03-05T12:00:00Z')
  const at = (_id: string, lng: number, minutesAgo = 1) => ({
    _id,
    location: [lng, 0] as [number, number],
    locationAt: new Date(now.getTime() - minutesAgo * 60_000).toISOString(),
  })
  const distances = distancesTo([0, 0], [at('far', 3), at('near', 1), at('stale', 0.1, 60), at('duty', 9)], now)
  const team = ['stale', 'far', 'near', 'duty'].map((_id) => member(_id, _id !== 'stale'))
  expect(team.toSorted(byReadiness(new Set(['duty']), distances)).map(({ _id }) => _id)).toEqual([
    'duty',
    'near',
    'far',
    'stale',
  ])
})

const TextOf = ({ id, place }: { id: string; place: LngLat }) => (
  <p>{useReadiness(place).textOf(member(id)) || 'none'}</p>
)

test('the text of a member names duty and distance', async () => {
  await startTestI18n()
  show(<TextOf id="dana" place={[0, 0]} />)
  expect((await screen.findByText(/On duty · .*km/)).textContent).toContain('1.1 km')
  show(<TextOf id="omer" place={[0, 0]} />)
  expect(screen.getByText('none')).toBeDefined()
})
