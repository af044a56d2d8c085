import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { UiProvider } from '../../ui/theme/UiProvider.tsx'
import { DeviceStrip } from './DeviceStrip.tsx'

const { pushState, turnPushOn, go, panel } = vi.hoisted(() => ({
  pushState: vi.fn(),
  turnPushOn: vi.fn(),
  go: vi.fn(),
  panel: { now: 'events' },
}))
vi.mock('../../api/device/push.ts', () => ({ pushState, turnPushOn }))
vi.mock('../workspace/use-workspace.ts', () => ({
  useWorkspace: () => ({ workspace: { panel: panel.now }, path: '/', go }),
}))

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => {
  await startTestI18n()
  // Runs query notifications synchronously, so that no test has to wait for them.
  notifyManager.setScheduler((notify) => notify())
})
beforeEach(() => {
  localStorage.clear()
  pushState.mockReset().mockResolvedValue('off')
  turnPushOn.mockReset().mockResolvedValue('on')
  go.mockReset()
  answer.mockReset().mockResolvedValue(whole)
  panel.now = 'events'
  vi.stubGlobal('Notification', { permission: 'default' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

type Open = { update?: () => void; mayAskOutside?: boolean; isServerOwner?: boolean }
const open = ({ update, mayAskOutside = true, isServerOwner = false }: Open = {}) => {
  const queries = new QueryClient()
  render(
    <QueryClientProvider client={queries}>
      <UiProvider>
        <DeviceStrip
          profile={{ _id: 'me' } as Profile}
          update={update}
          mayAskOutside={mayAskOutside}
          isServerOwner={isServerOwner}
        />
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
const whole = { placeProblem: null, isTooOld: false, lastGoodAt: '2026-11-16T02:30:00.000Z', problem: null }
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

test.each([
  [{ isTooOld: true }, 'The last successful backup is more than two days old'],
  [{ isTooOld: true, lastGoodAt: null }, 'This server has no backup'],
  [{ problem: 'disk full' }, 'The last backup failed'],
  [{ isTooOld: true, placeProblem: 'no answer' }, 'The backup location can’t be read'],
])('the owner is warned of backups that need attention (%o), with the way to them', async (more, text) => {
  answer.mockResolvedValue({ ...whole, ...more })
  open({ isServerOwner: true })
  expect((await screen.findByRole('status')).textContent).toContain(text)
  await press('Open backups')
  expect(go.mock.lastCall?.[0]({ panel: 'events' })).toMatchObject({ panel: 'serversettings', tab: 'backup' })
})

test('a dismissed warning returns on this device after a day', async () => {
  answer.mockResolvedValue({ ...whole, problem: 'disk full' })
  open({ isServerOwner: true })
  await screen.findByRole('status')
  await press('Not today')
  expect(screen.queryByRole('status')).toBeNull()
  cleanup()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000)
  open({ isServerOwner: true })
  await screen.findByRole('status')
  cleanup()
  panel.now = 'serversettings'
  open({ isServerOwner: true })
  await act(async () => {})
  expect(screen.queryByRole('status')).toBeNull()
  vi.mocked(Date.now).mockRestore()
})

test('other members get no warning and no requests, and good backups are not mentioned', async () => {
  answer.mockResolvedValue({ ...whole, problem: 'disk full' })
  open()
  expect(answer).not.toHaveBeenCalled()
  cleanup()
  answer.mockResolvedValue(whole)
  open({ isServerOwner: true })
  await act(async () => {})
  expect(answer).toHaveBeenCalledOnce()
  expect(screen.queryByRole('status')).toBeNull()
})
