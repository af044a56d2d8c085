import { expect, test } from 'vitest'
import { type Profile, userTypes } from '#contract'
import { canGetStreets } from './use-basemap.ts'

const profile = (type: Profile['type'], isServerOwner: boolean) =>
  ({ _id: 'me', type, isServerOwner, service: { _id: 'home' }, providedServices: [], role: null }) as unknown as Profile

test("only the server's owner is offered streets", () => {
  const told = userTypes.filter((type) => canGetStreets(profile(type, false), false, null))
  expect(told).toEqual([])
  expect(canGetStreets(profile('Technician', true), false, null)).toBe(true)
})

test('offline mode and other styles offer no streets', () => {
  const owner = profile('Technician', true)
  expect(canGetStreets(owner, true, null)).toBe(false)
  expect(canGetStreets(owner, false, '/style.json')).toBe(false)
})
