import { expect, test } from 'vitest'
import type { Profile } from '#contract'
import { changesOf, valuesOf } from './values.ts'

const profile = {
  firstName: 'Dana',
  lastName: 'Levi',
  phone: '050',
  description: '<p>Hi</p>',
  role: { _id: 'r1' },
  providedServices: [{ _id: 'b' }],
  requests: [
    { kind: 'service', service: { _id: 'a' } },
    { kind: 'role', service: { _id: 'own' } },
  ],
  enableGpsLocation: false,
  homeLocation: [34.8, 32.1],
} as unknown as Profile
const saved = valuesOf(profile)

test('requested services stay selected when saved again', () => {
  expect(saved.services).toEqual(['a', 'b'])
})

test('untouched fields are no change, whatever their order', () => {
  expect(changesOf(saved, { ...saved, services: ['b', 'a'], homeLocation: [34.8, 32.1] })).toEqual({})
})

test('only what was touched is sent', () => {
  expect(changesOf(saved, { ...saved, homeLocation: null, services: ['b'], lastName: 'Cohen' })).toEqual({
    homeLocation: null,
    services: ['b'],
    lastName: 'Cohen',
  })
})
