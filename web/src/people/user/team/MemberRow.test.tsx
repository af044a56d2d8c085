import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Member } from '#contract'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { MemberRow } from './MemberRow.tsx'

beforeAll(async () => void (await startTestI18n()))

const grace = {
  _id: 'grace',
  firstName: 'Grace',
  lastName: 'Kim',
  username: 'grace',
  photo: null,
  role: null,
  service: { _id: 'home' },
  aois: [],
  aoisCount: 0,
  createdAt: '2026-03-05T12:00:00Z',
} as unknown as Member

test.each([
  ['in the team, the date on which the member was added', undefined, '05 Mar 2026'],
  ['while sharing, duty and distance', 'On duty · 2 km', 'On duty · 2 km'],
  ['while sharing, no date for a member without either', '', ''],
])('a row shows %s', (_, readiness, shown) => {
  show(<MemberRow member={grace} tabIndex={0} isSelected={false} readiness={readiness} onPress={() => {}} />)
  const text = screen.getByRole('button').textContent ?? ''
  expect(text.includes('05 Mar 2026')).toBe(readiness === undefined)
  expect(text).toContain(shown)
})
