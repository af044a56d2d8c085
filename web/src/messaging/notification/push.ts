import { type Language, notificationApi, userApi } from '#contract'
import { call } from '../../api/call.ts'
import { canPush, subscribeDevice } from '../../api/device/subscription.ts'

/** `blocked` means that the user denied the permission, which can now be given only in the browser's settings. */
export type PushState = 'impossible' | 'blocked' | 'off' | 'on'

const WANTED_KEY = 'cohesion.push'

const subscription = async () => {
  const registration = await navigator.serviceWorker.getRegistration()
  return { registration, existing: await registration?.pushManager.getSubscription() }
}

export const pushState = async (): Promise<PushState> => {
  if (!canPush()) return 'impossible'
  const { registration, existing } = await subscription()
  if (!registration) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  return existing && Notification.permission === 'granted' ? 'on' : 'off'
}

const register = async (language: Language): Promise<void> => {
  const { registration } = await subscription()
  if (!registration) throw new Error('there is no service worker')
  const device = await subscribeDevice(registration)
  await call(userApi.registerDevice, { body: { deviceType: 'web', device, language } })
}

/** Must be called from a click, because it asks the browser for permission. */
export const turnPushOn = async (account: string, language: Language): Promise<PushState> => {
  const permission = await Notification.requestPermission()
  if (permission === 'granted') {
    await register(language)
    localStorage.setItem(WANTED_KEY, account)
  }
  return pushState()
}

export const turnPushOff = async (): Promise<PushState> => {
  localStorage.removeItem(WANTED_KEY)
  const { existing } = await subscription()
  if (existing) {
    await call(notificationApi.forgetDevice, { body: { endpoint: existing.endpoint } })
    await existing.unsubscribe()
  }
  return pushState()
}

/** Subscribes this browser again for a member who turned push on here, because signing out removes the subscription. */
export const renewPush = async (account: string, language: Language): Promise<void> => {
  const isWanted = localStorage.getItem(WANTED_KEY) === account
  if (isWanted && ['on', 'off'].includes(await pushState()) && Notification.permission === 'granted')
    await register(language)
}
