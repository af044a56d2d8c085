import { type Language, notificationApi, userApi } from '#contract'
import { call } from '../call.ts'
import { config } from '../config.ts'

/** `blocked`: denied in the browser's settings, and can be allowed again only there. */
export type PushState = 'impossible' | 'blocked' | 'off' | 'on'

const WANTED_KEY = 'cohesion.push'

const subscription = async () => {
  const registration = await navigator.serviceWorker.getRegistration()
  return { registration, existing: await registration?.pushManager.getSubscription() }
}

export const pushState = async (): Promise<PushState> => {
  const isPossible = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isPossible || !config().vapidPublicKey) return 'impossible'
  const { registration, existing } = await subscription()
  if (!registration) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  return existing && Notification.permission === 'granted' ? 'on' : 'off'
}

const keyOf = (existing: PushSubscription): string =>
  btoa(String.fromCharCode(...new Uint8Array(existing.options.applicationServerKey ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const register = async (language: Language): Promise<void> => {
  const { registration, existing } = await subscription()
  const applicationServerKey = config().vapidPublicKey
  // A subscription of another server, or for an earlier key of this one, never receives anything: replace it.
  const isOurs = existing && keyOf(existing) === applicationServerKey
  if (existing && !isOurs) await existing.unsubscribe()
  const current = isOurs
    ? existing
    : await registration?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint, keys } = current?.toJSON() ?? {}
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('the browser current no push subscription')
  const device = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
  await call(userApi.registerDevice, { body: { deviceType: 'web', device, language } })
}

/** Asks the browser for permission, so it must be called from a click. */
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

/**
 * Signing out removed the subscription. Subscribes again for a member who had push on on this device, without asking.
 */
export const renewPush = async (account: string, language: Language): Promise<void> => {
  const isWanted = localStorage.getItem(WANTED_KEY) === account
  if (isWanted && ['on', 'off'].includes(await pushState()) && Notification.permission === 'granted')
    await register(language)
}
