import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Profile } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { NoTypes } from './NoTypes.tsx'

const home = { _id: 'home', title: 'Home' }
const member = (firstName: string, type: Profile['type'], service = home) => ({
  firstName,
  lastName: '',
  type,
  service,
})
const profile = (type: Profile['type']) =>
  ({ _id: 'me', ...member('Omer', type), providedServices: [], role: null }) as unknown as Profile

const team = vi.fn()
answerCalls(team)
beforeAll(async () => void (await startTestI18n()))

test('members who may add event types are offered to do so, or a starter set', () => {
  team.mockResolvedValue({ total: [] })
  const onCreate = vi.fn()
  show(<NoTypes profile={profile('Technician')} onCreate={onCreate} />)
  fireEvent.click(screen.getByRole('button', { name: 'New event type' }))
  expect(onCreate).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Choose a starter set' }))
  expect(window.location.search).toContain('tab=starter')
})

test('lists the members who can add types, also a single Technician', async () => {
  const elsewhere = { _id: 'other', title: 'Other' }
  const total = [member('Tami', 'Technician'), member('Olga', 'Operator'), member('Adam', 'Admin', elsewhere)]
  team.mockResolvedValue({ total })
  show(<NoTypes profile={profile('Operator')} onCreate={vi.fn()} />)
  const text = (await screen.findByText(/Tami/)).textContent
  expect(text).toMatch(/Ask someone who can add them: \u2068?Tami\u2069?\.$/)
  expect(screen.queryByRole('button')).toBeNull()
})
