import { createHash } from 'node:crypto'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { visitorApi } from '#contract'
import { answerCalls, answerConfig } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { DeviceUpdates } from './DeviceUpdates.tsx'

beforeAll(async () => void (await startTestI18n()))

const ENDPOINT = 'https://push.example/phone'
const NAME = createHash('sha256').update(ENDPOINT).digest('base64url').slice(0, 22)
const subscription = {
  endpoint: ENDPOINT,
  options: {},
  toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
}

let existing: typeof subscription | null
let permission: string
answerConfig({ vapidPublicKey: 'key' })
const answer = vi.fn()
const onChanged = vi.fn()
answerCalls(answer)

beforeEach(() => {
  existing = null
  permission = 'granted'
  answer.mockReset().mockResolvedValue({ devices: [NAME] })
  onChanged.mockReset()
  const registration = {
    pushManager: { getSubscription: async () => existing, subscribe: async () => subscription },
  }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { requestPermission: async () => permission })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistration: async () => (existing ? registration : undefined),
      register: async () => registration,
      ready: Promise.resolve(registration),
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const open = (devices: string[] = []) => show(<DeviceUpdates follow="secret" devices={devices} onChanged={onChanged} />)

test('a press asks for permission and registers the device', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Notify me on this device' }))
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledWith({ devices: [NAME] }))
  expect(answer).toHaveBeenCalledExactlyOnceWith(visitorApi.setDevice, {
    body: { follow: 'secret', device: { endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }, language: 'en' },
  })
})

test('a denied permission is explained, and nothing is sent', async () => {
  permission = 'denied'
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Notify me on this device' }))
  expect((await screen.findByRole('status')).textContent).toContain('blocks notifications')
  expect(answer).not.toHaveBeenCalled()
})

test('a registered device can be removed', async () => {
  existing = subscription
  open([NAME])
  fireEvent.click(await screen.findByRole('button', { name: 'Stop notifications' }))
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalled())
  expect(answer).toHaveBeenCalledExactlyOnceWith(visitorApi.stopDevice, {
    body: { follow: 'secret', endpoint: ENDPOINT },
  })
})

test('another device of the reporter can be registered too', async () => {
  existing = subscription
  open(['another'])
  expect(await screen.findByRole('button', { name: 'Notify me on this device' })).toBeDefined()
})

test('a browser without push gets no offer', () => {
  vi.stubGlobal('PushManager', undefined)
  Reflect.deleteProperty(window, 'PushManager')
  open()
  expect(screen.queryByRole('button')).toBeNull()
})
