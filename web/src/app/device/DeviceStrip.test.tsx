import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '#contract'
import { startTestI18n } from '../../testing/i18n.ts'
import { UiProvider } from '../../ui/theme/UiProvider.tsx'
import { DeviceStrip } from './DeviceStrip.tsx'

const { pushState, turnPushOn } = vi.hoisted(() => ({ pushState: vi.fn(), turnPushOn: vi.fn() }))
vi.mock('../../api/device/push.ts', () => ({ pushState, turnPushOn }))
vi.mock('../use-workspace.ts', () => ({ useWorkspace: () => ({ workspace: {}, go: vi.fn() }) }))

beforeAll(async () => {
  await startTestI18n()
  // Runs query notifications synchronously, so that no test has to wait for them.
  notifyManager.setScheduler((notify) => notify())
})
beforeEach(() => {
  localStorage.clear()
  pushState.mockReset().mockResolvedValue('off')
  turnPushOn.mockReset().mockResolvedValue('on')
  vi.stubGlobal('Notification', { permission: 'default' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const open = ({ update, mayAskOutside = true }: { update?: () => void; mayAskOutside?: boolean } = {}) => {
  const queries = new QueryClient()
  render(
    <QueryClientProvider client={queries}>
      <UiProvider>
        <DeviceStrip profile={{ _id: 'me' } as Profile} update={update} mayAskOutside={mayAskOutside} />
      </UiProvider>
    </QueryClientProvider>,
  )
  /** A mutation that succeeded. */
  const done = (mutationKey: string[]) =>
    act(() =>
      queries
        .getMutationCache()
        .build(queries, { mutationKey, mutationFn: async () => {} })
        .execute({}),
    )
  return { done }
}
const offer = () => screen.queryByText(/Get notifications on this device/)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a new version is offered, and comes when it is wanted', async () => {
  const update = vi.fn()
  open({ update })
  expect(screen.getByRole('status').textContent).toContain('A new version is available')
  expect(update).not.toHaveBeenCalled()
  await press('Reload')
  expect(update).toHaveBeenCalledOnce()
})

test('notifications are offered after a report, never at load, and asked for by a press alone', async () => {
  const { done } = open()
  expect(offer()).toBeNull()
  await done(['user', 'profile'])
  expect(offer()).toBeNull()
  await done(['aoi', 'save'])
  expect(offer()).not.toBeNull()
  expect(turnPushOn).not.toHaveBeenCalled()
  await press('Turn on')
  expect(turnPushOn).toHaveBeenCalledExactlyOnceWith('me', 'en')
  expect(offer()).toBeNull()
})

test('who says no is not asked again', async () => {
  const { done } = open()
  await done(['aoi', 'share'])
  await press('Not now')
  expect(offer()).toBeNull()
  cleanup()
  await open().done(['aoi', 'save'])
  expect(offer()).toBeNull()
  expect(turnPushOn).not.toHaveBeenCalled()
})

test.each([
  ['on', 'granted'],
  ['blocked', 'denied'],
  ['impossible', 'default'],
  ['off', 'granted'],
])('where it is %s (%s) nothing is offered', async (state, permission) => {
  pushState.mockResolvedValue(state)
  vi.stubGlobal('Notification', { permission })
  await open().done(['aoi', 'save'])
  expect(offer()).toBeNull()
})

test('in offline mode nobody outside can push, so nothing is offered', async () => {
  await open({ mayAskOutside: false }).done(['aoi', 'save'])
  expect(offer()).toBeNull()
})
