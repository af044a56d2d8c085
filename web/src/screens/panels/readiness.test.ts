import { expect, test } from 'vitest'
import type { Member } from '#contract'
import { byReadiness, distancesTo } from './readiness.ts'

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
