import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Profile } from '#contract'
import { hasEarly, keepEarly } from '../../../api/early-requests.ts'
import { answerCalls } from '../../../testing/calls.ts'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { NewPasswordPage } from './NewPasswordPage.tsx'

answerCalls(vi.fn().mockResolvedValue({}))
beforeAll(async () => void (await startTestI18n()))

test('a new password drops the replies that the server refused before', async () => {
  const user = userEvent.setup()
  keepEarly('/api/cohesion/aoi/filtered', Promise.resolve(new Response('{}', { status: 403 })))
  show(<NewPasswordPage profile={{ username: 'mai' } as Profile} />)
  await user.type(screen.getByLabelText(/^Current password/), 'given by an admin')
  await user.type(screen.getByLabelText(/^New password/), 'chosen by themselves')
  await user.click(screen.getByRole('button', { name: 'Save and continue' }))
  await waitFor(() => expect(hasEarly('/api/cohesion/aoi/filtered')).toBe(false))
})
