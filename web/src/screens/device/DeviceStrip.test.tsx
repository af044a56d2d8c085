import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Profile, userApi } from '#contract'
import { answerCalls, answerConfig } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { UiProvider } from '../../ui/theme/UiProvider.tsx'
import { currentAddress } from '../workspace/address.ts'
import { DeviceStrip } from './DeviceStrip.tsx'

/** Browser APIs for push, which happy-dom lacks. */
const device = {
  permission: 'default',
  hasWorker: true,
  subscription: null as object | null,
}
const requestPermission = vi.fn(async () => {
  device.permission = 'granted'
  return 'granted'
})
const subscription = {
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
}
const registration = {
  pushManager: {
    getSubscription: async () => device.subscription,
    subscribe: async () => {
      device.subscription = subscription
      return subscription
    },
  },
}
answerConfig({ vapidPublicKey: 'key' })

const answer = vi.fn()
answerCalls(answer)

beforeAll(async () => {
  await startTestI18n()
  // Runs query notifications synchronously, so that no test has to wait for them.
  notifyManager.setScheduler((notify) => notify())
})
beforeEach(() => {
  localStorage.clear()
  Object.assign(device, { permission: 'default', hasWorker: true, subscription: null })
  requestPermission.mockClear()
  answer.mockReset().mockResolvedValue(whole)
  history.replaceState(null, '', '/?panel=events')
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return device.permission
    },
    requestPermission,
  })
  const getRegistration = async () => (device.hasWorker ? registration : undefined)
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
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
  const done = (mutationKey: string[]) =>
    act(async () => {
      await queries
        .getMutationCache()
        .build(queries, { mutationKey, mutationFn: async () => {} })
        .execute({})
      await settled()
    })
  return { done }
}
const whole = { placeProblem: null, isTooOld: false, lastGoodAt: '2026-11-16T02:30:00.000Z', problem: null }
/** Waits until the stand-ins for browser APIs have resolved. */
const settled = () => new Promise((done) => setTimeout(done))
const offer = () => screen.queryByText(/Get notifications on this device/)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a new version is offered, and activated on request', async () => {
  const update = vi.fn()
  open({ update })
  expect(screen.getByRole('status').textContent).toContain('A new version is available')
  expect(update).not.toHaveBeenCalled()
  await press('Reload')
  expect(update).toHaveBeenCalledOnce()
})

test('notifications are offered after a report, and a click requests the permission', async () => {
  const { done } = open()
  expect(offer()).toBeNull()
  await done(['user', 'profile'])
  expect(offer()).toBeNull()
  await done(['aoi', 'save'])
  expect(offer()).not.toBeNull()
  expect(requestPermission).not.toHaveBeenCalled()
  await press('Turn on')
  await waitFor(() =>
    expect(answer).toHaveBeenCalledWith(userApi.registerDevice, {
      body: { deviceType: 'web', device: subscription.toJSON(), language: 'en' },
    }),
  )
  expect(requestPermission).toHaveBeenCalledOnce()
  expect(offer()).toBeNull()
})

test('a declined offer is not repeated', async () => {
  const { done } = open()
  await done(['aoi', 'share'])
  await press('Not now')
  expect(offer()).toBeNull()
  cleanup()
  await open().done(['aoi', 'save'])
  expect(offer()).toBeNull()
  expect(requestPermission).not.toHaveBeenCalled()
})

test.each([
  ['on', { permission: 'granted', subscription }],
  ['blocked', { permission: 'denied' }],
  ['impossible', { hasWorker: false }],
  ['off, and was allowed', { permission: 'granted' }],
])('where push is %s nothing is offered', async (_, state) => {
  Object.assign(device, state)
  await open().done(['aoi', 'save'])
  expect(offer()).toBeNull()
})

test('in offline mode push is not offered', async () => {
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
  expect(currentAddress().workspace).toMatchObject({ panel: 'serversettings', tab: 'backup' })
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
  history.replaceState(null, '', '/?panel=serversettings')
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
