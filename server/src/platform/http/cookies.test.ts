import { expect, test } from 'vitest'
import { cookieHeader, parseCookies } from './client.ts'

test('cookies are HttpOnly and SameSite, and Secure with TLS', () => {
  const header = cookieHeader('device', 'a b', { path: '/auth', maxAgeSeconds: 60, secure: true })
  const [first, ...attributes] = header.split('; ')
  expect(first).toBe('device=a%20b')
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=60', 'Path=/auth', 'SameSite=Strict', 'Secure'])
  expect(cookieHeader('device', 'a', { path: '/', maxAgeSeconds: 60, secure: false })).not.toContain('Secure')
})

test('the first of two cookies with one name counts', () => {
  expect(parseCookies('device=narrow; locale=he; device=wide')).toEqual({ device: 'narrow', locale: 'he' })
})

test('missing and malformed headers are parsed without an error', () => {
  expect(parseCookies(undefined)).toEqual({})
  expect(parseCookies(';; =x; lonely; __proto__=1; a=%E0%A4%A; b=%D7%A9')).toMatchObject({ a: '%E0%A4%A', b: 'ש' })
})
