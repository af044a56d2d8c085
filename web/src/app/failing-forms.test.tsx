import { notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#contract'
import { useMute } from '../alarms/rule/data.ts'
import * as uploads from '../api/upload.ts'
import { useAddEntry } from '../core/aoi/log/data.ts'
import { useSaveCommunity, useSaveCriterion } from '../core/community/group-data.ts'
import { useSaveMetric } from '../core/metric/data.ts'
import { useImportRegions, useSaveLocalMap, useSaveRegion } from '../core/region/data.ts'
import { useChangeWarningFeed, useCheckWarningFeed, useCreateWarningFeed } from '../exchange/warning/data.ts'
import { useChangeWebhook, useCreateWebhook } from '../messaging/webhook/data.ts'
import { useDownloadBackup, useRestoreBackup } from '../operations/backup/data.ts'
import { useSetEmail } from '../people/mail/data.ts'
import { useBeginSecondFactor, useConfirmSecondFactor, useTurnOffSecondFactor } from '../people/second-factor/data.ts'
import { usePublishTerms } from '../people/setting/data.ts'
import { useChangePassword } from '../people/user/data.ts'
import { useChallenge, useReentryLink } from '../people/user/team/data.ts'
import { answerCalls } from '../testing/calls.ts'
import { startTestI18n } from '../testing/i18n.ts'
import { useDraftForm } from '../ui/forms/use-draft-form.ts'
import { Toasts } from '../ui/overlays/Toasts.tsx'
import { UiProvider } from '../ui/theme/UiProvider.tsx'

const refuse = vi.fn(() => Promise.reject(new Problem('forbidden')))
answerCalls(refuse)
beforeAll(() => startTestI18n())
beforeAll(() => void vi.spyOn(uploads, 'upload').mockImplementation(refuse as never))
afterAll(() => void vi.mocked(uploads.upload).mockRestore())
beforeEach(() => notifications.clean())

const Around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <UiProvider>
      <Toasts />
      {children}
    </UiProvider>
  </QueryClientProvider>
)

type Send = { mutate: (input: never) => void }
const entry = { entry: { type: 'text' }, words: 'Fine', photo: null }

test.each<[string, () => Send, unknown]>([
  ['a region', useSaveRegion, { body: {} }],
  ['imported regions', useImportRegions, []],
  ['a plan', useSaveLocalMap, { body: {}, file: null }],
  ['a metric', useSaveMetric, { body: {} }],
  ['a community', () => useSaveCommunity(undefined), {}],
  ['a criterion', () => useSaveCriterion('group', undefined), { body: {} }],
  ['a new webhook', useCreateWebhook, {}],
  ['a webhook', () => useChangeWebhook('one'), {}],
  ['a new warning feed', useCreateWarningFeed, {}],
  ['a warning feed', () => useChangeWarningFeed('one'), {}],
  ['a check of a warning feed', () => useCheckWarningFeed('one'), undefined],
  ['a password', useChangePassword, {}],
  ['a link for a member who forgot the password', () => useReentryLink('member'), false],
  ['a request to sign in anew', () => useChallenge('member'), false],
  ['a mute', useMute, {}],
  ['a log entry', () => useAddEntry({ number: 1 } as never), entry],
  ['the first step of a second factor', useBeginSecondFactor, ''],
  ['the first code', useConfirmSecondFactor, ''],
  ['a second factor turned off', useTurnOffSecondFactor, {}],
  ['a restore', useRestoreBackup, { name: 'b' }],
  ['a download', useDownloadBackup, { name: 'b' }],
  ['terms', usePublishTerms, {}],
  ['an address for e-mail', useSetEmail, {}],
])('%s that is refused: the notification says why', async (_name, useSend, input) => {
  const { result } = renderHook(useSend, { wrapper: Around })
  await act(async () => result.current.mutate(input as never))
  expect((await screen.findByRole('alert')).textContent).toContain('You don’t have permission to do this.')
})

test('failing forms keep every draft', async () => {
  const open = () => useDraftForm({ draft: 'failing', saved: { name: 'A' }, check: () => ({}) })
  const { result } = renderHook(open, { wrapper: Around })
  await act(async () => result.current.submit(refuse)())
  expect((await screen.findByRole('alert')).textContent).toContain('You don’t have permission to do this.')
})
