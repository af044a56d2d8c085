import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '#contract'
import { startSession } from '../api/session.ts'
import { answerCalls } from '../testing/calls.ts'
import { startTestI18n } from '../testing/i18n.ts'
import { UiProvider } from '../ui/theme/UiProvider.tsx'
import { SignedIn } from './SignedIn.tsx'

const never = vi.fn(() => new Promise(() => {}))
answerCalls(never)
beforeAll(async () => void (await startTestI18n()))
beforeEach(() => startSession('token'))

const openWithStored = (profile: Partial<Profile>) => {
  const queries = new QueryClient()
  const updatedAt = performance.timeOrigin - 60_000
  queries.setQueryData(['user', 'profile'], { _id: 'me', ...profile }, { updatedAt })
  queries.setQueryData(['setting'], { offlineMode: false, termsOfUseUpdateTime: null }, { updatedAt })
  render(
    <QueryClientProvider client={queries}>
      <UiProvider>
        <SignedIn fallback={<p>Empty frame</p>}>{() => <p>The workspace</p>}</SignedIn>
      </UiProvider>
    </QueryClientProvider>,
  )
}

test('a stored profile opens the workspace', () => {
  openWithStored({ mustChangePassword: false })
  expect(screen.getByText('The workspace')).toBeDefined()
})

test.each([
  ['a new password', { mustChangePassword: true }],
  ['a second factor', { mustChangePassword: false, secondFactor: { isRequired: true, isOn: false } }],
])('one that asks for %s waits for the server, where that may be done by now', (_, profile) => {
  openWithStored(profile as Partial<Profile>)
  expect(screen.getByText('Empty frame')).toBeDefined()
})
