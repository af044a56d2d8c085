import { screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Profile } from '#contract'
import { actorOf } from '../../people/user/data.ts'
import { answerCalls, answerConfig } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { Inviting } from './Inviting.tsx'

const role = (_id: string, name: string, isArchived: boolean) => ({ _id, name, isArchived, translations: {} })
answerCalls(vi.fn().mockResolvedValue([role('m', 'Medic', false), role('a', 'Analyst', true)]))
answerConfig({ canMail: false, publicUrl: null })
beforeAll(async () => void (await startTestI18n()))

test('invitations do not offer archived roles', async () => {
  const profile = { _id: 'me', type: 'Admin', service: { _id: 'home' }, providedServices: [], role: null }
  show(<Inviting actor={actorOf(profile as unknown as Profile)} onClose={() => {}} />)
  const roles = (await screen.findByLabelText(/^Role/)).textContent
  expect(roles).toContain('Medic')
  expect(roles).not.toContain('Analyst')
})
