import { expect, test } from 'vitest'
import { isReachable } from './reachable.ts'

test.each([
  'http://localhost:3000/invite',
  'http://127.0.0.1:3000',
  'http://10.0.0.7',
  'http://192.168.1.20:3000',
  'http://172.16.4.4',
  'http://169.254.1.1',
  'http://server.local',
  'http://[::1]:3000',
  'http://[fd00::1]',
])('%s cannot be opened from elsewhere', (link) => {
  expect(isReachable(link)).toBe(false)
})

test.each(['https://cohesion.example.org/invite', 'http://172.32.0.1', 'http://8.8.8.8', 'https://10.example.org'])(
  '%s can',
  (link) => {
    expect(isReachable(link)).toBe(true)
  },
)
