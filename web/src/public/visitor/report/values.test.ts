import { expect, test } from 'vitest'
import type { PublicType } from '#contract'
import { newKey } from '../data.ts'
import { attemptFor, bodyOf, emptyValues, problemsOf, type Values } from './values.ts'

const depth = { name: 'How deep?', value: '', kind: 'text', choices: [], isRequired: true, translations: {} } as const
const flood: PublicType = {
  _id: 'flood',
  name: 'Flood',
  translations: {},
  url: null,
  guide: '',
  anonymous: true,
  isPhotoRequired: false,
  icon: '',
  colour: '',
  fields: [{ ...depth, _id: 'depth', choices: [] }],
}
const filled: Values = {
  ...emptyValues,
  fields: { depth: ' knee ', forgotten: 'x' },
  place: { at: [34.8, 32.1] },
  firstName: 'Noa',
  phone: '+972 50 555 0101',
}

test('all missing values are reported at once', () => {
  expect(problemsOf(emptyValues, { ...flood, isPhotoRequired: true }, false)).toEqual({
    'publicAction.fields.depth': 'form.required',
    startCoordinates: 'form.required',
    file: 'form.required',
    firstName: 'form.required',
    phone: 'form.required',
  })
  expect(problemsOf(filled, flood, false)).toEqual({})
  expect(problemsOf({ ...filled, phone: 'at home' }, flood, false)).toEqual({ phone: 'form.phone' })
})

test('a name that is too long is rejected, not truncated', () => {
  const who = { ...filled, lastName: 'x'.repeat(101) }
  expect(problemsOf(who, flood, false)).toEqual({ lastName: 'form.tooLong' })
})

test('anonymous reports need no name unless the type requires one', () => {
  const hidden = { ...filled, firstName: '', phone: '', isAnonymous: true }
  expect(problemsOf(hidden, flood, false)).toEqual({})
  expect(problemsOf(hidden, { ...flood, anonymous: false }, false)).toEqual({ isAnonymous: 'form.invalid' })
})

test('a repeated report keeps its nonce, and a report under another name gets a new one', () => {
  const first = attemptFor(filled, undefined)
  expect(attemptFor({ ...filled, description: 'more' }, first)).toBe(first)
  const other = attemptFor({ ...filled, firstName: 'Gil' }, first)
  expect(other.key).not.toBe(first.key)
  expect(attemptFor({ ...filled, isAnonymous: true }, first).key).not.toBe(first.key)
})

test('an anonymous reporter’s name does not leave the device', () => {
  const attempt = attemptFor(filled, undefined)
  const body = bodyOf({ ...filled, isAnonymous: true }, flood, { ...attempt, language: 'he', website: '' })
  expect(JSON.stringify(body)).not.toMatch(/Noa|555 ?0101/)
  expect(body).toMatchObject({
    publicAction: '{"publicActionId":"flood","fields":[{"_id":"depth","value":"knee"}]}',
    startCoordinates: '[34.8,32.1]',
    isAnonymous: 'true',
    language: 'he',
  })
})

test('a key has 256 bits and is random', () => {
  const keys = Array.from({ length: 200 }, newKey)
  expect(keys.every((key) => /^[\w-]{43}$/.test(key))).toBe(true)
  expect(new Set(keys).size).toBe(200)
})
