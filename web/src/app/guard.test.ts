import { expect, test } from 'vitest'
import { type GuardState, guard } from './guard.ts'

const paths = ['/', '/sensors', '/terms', '/calendar', '/login', '/nowhere']
const times = [null, '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']
const both = [true, false]

const everyState: GuardState[] = both.flatMap((isSignedIn) =>
  both.flatMap((isOffline) =>
    times.flatMap((termsUpdatedAt) =>
      times.flatMap((agreedAt) => paths.map((path) => ({ isSignedIn, isOffline, termsUpdatedAt, agreedAt, path }))),
    ),
  ),
)

test('redirects of the guard end on every page', () => {
  for (const state of everyState) {
    const seen = [state.path]
    for (let path = guard(state); path !== null; path = guard({ ...state, path })) {
      expect(seen, JSON.stringify(state)).not.toContain(path)
      seen.push(path)
    }
    // At most one redirect: the page to which it leads does not redirect again.
    expect(seen.length, JSON.stringify(state)).toBeLessThanOrEqual(2)
  }
})

const member: GuardState = {
  isSignedIn: true,
  path: '/',
  isOffline: false,
  termsUpdatedAt: '2026-02-01T00:00:00.000Z',
  agreedAt: '2026-03-01T00:00:00.000Z',
}

test('without a session only the sign-in page shows', () => {
  for (const state of everyState.filter((one) => !one.isSignedIn))
    expect(guard(state)).toBe(state.path === '/login' ? null : '/login')
})

test('offline mode has the sensor page only, whatever the terms', () => {
  for (const state of everyState.filter((one) => one.isSignedIn && one.isOffline))
    expect(guard(state)).toBe(['/sensors', '/login'].includes(state.path) ? null : '/sensors')
})

test.each<[string, Partial<GuardState>, string | null]>([
  ['an agreement that still holds lets everyone pass', {}, null],
  ['one on the day of the change holds', { agreedAt: member.termsUpdatedAt }, null],
  ['who agreed before the change goes from the map to the terms', { agreedAt: '2026-01-01T00:00:00.000Z' }, '/terms'],
  ['but not from another page', { agreedAt: '2026-01-01T00:00:00.000Z', path: '/calendar' }, null],
  ['who never agreed goes there from everywhere', { agreedAt: null, path: '/calendar' }, '/terms'],
  ['and stays there', { agreedAt: null, path: '/terms' }, null],
  ['who has agreed leaves the terms', { path: '/terms' }, '/'],
  ['a service without terms asks nothing', { termsUpdatedAt: null, agreedAt: null }, null],
  ['and its terms page leads to the map', { termsUpdatedAt: null, agreedAt: null, path: '/terms' }, '/'],
])('%s', (_, change, goesTo) => {
  expect(guard({ ...member, ...change })).toBe(goesTo)
})
