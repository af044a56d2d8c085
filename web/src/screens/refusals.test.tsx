import { screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Profile } from '#contract'
import { answerCalls } from '../testing/calls.ts'
import { startTestI18n } from '../testing/i18n.ts'
import { show } from '../testing/render.tsx'
import { GroupEditor } from './panels/GroupEditor.tsx'
import { ServerPanel } from './settings/ServerPanel.tsx'

answerCalls(vi.fn().mockResolvedValue([]))
beforeAll(async () => void (await startTestI18n()))

const member = (type: Profile['type']) =>
  ({ _id: 'me', type, service: { _id: 'home', title: 'Home' }, providedServices: [], role: null }) as unknown as Profile

test('an Admin reads who can open the settings of the server', () => {
  show(<ServerPanel profile={member('Admin')} />)
  expect(screen.getByText('Only technicians can open server settings.')).toBeDefined()
})

test('an Operator reads who can edit groups', () => {
  show(<GroupEditor id={undefined} profile={member('Operator')} />)
  expect(screen.getByText('Only admins and technicians can edit groups.')).toBeDefined()
})
