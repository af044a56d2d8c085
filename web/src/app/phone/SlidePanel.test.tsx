import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Profile } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { SlidePanel } from './SlidePanel.tsx'

answerCalls(vi.fn(async () => []))
beforeAll(async () => void (await startTestI18n()))

const profile = {
  _id: 'me',
  type: 'Admin',
  service: { _id: 'home', title: 'Home', translations: {} },
  providedServices: [],
  role: null,
} as unknown as Profile

test.each(['groups', 'users'])('a phone has a way back from %s to Settings, which opened it', (panel) => {
  history.replaceState(null, '', `/?panel=${panel}&back=settings`)
  show(<SlidePanel profile={profile} />)
  fireEvent.click(screen.getByRole('button', { name: 'Back to Settings' }))
  expect(new URLSearchParams(location.search).get('panel')).toBe('settings')
})

test('a list that the menu opened has its tabs and no way back', () => {
  history.replaceState(null, '', '/?panel=groups')
  show(<SlidePanel profile={profile} />)
  expect(screen.getAllByRole('tab').length).toBe(2)
  expect(screen.queryByRole('button', { name: /^Back to/ })).toBeNull()
})
