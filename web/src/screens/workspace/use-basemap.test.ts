import { expect, test } from 'vitest'
import { type Profile, userTypes } from '#contract'
import { canGetStreets } from './use-basemap.ts'

const profile = (type: Profile['type'], isServerOwner: boolean) =>
  ({ _id: 'me', type, isServerOwner, service: { _id: 'home' }, providedServices: [], role: null }) as unknown as Profile

test('only the owner of the server is told how to get streets', () => {
  const told = userTypes.filter((type) => canGetStreets(profile(type, false), false, null))
  expect(told).toEqual([])
  expect(canGetStreets(profile('Technician', true), false, null)).toBe(true)
})

test('nobody is told in offline mode, or where another style is drawn', () => {
  const owner = profile('Technician', true)
  expect(canGetStreets(owner, true, null)).toBe(false)
  expect(canGetStreets(owner, false, '/style.json')).toBe(false)
})
