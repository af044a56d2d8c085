import { type Language, notificationApi, userApi } from '#contract'
import { call } from '../call.ts'
import { config } from '../config.ts'

/** `blocked`: the person forbade it in the browser, and only there can it be allowed again. */
export type PushState = 'impossible' | 'blocked' | 'off' | 'on'

const WANTED = 'cohesion.push'

const subscription = async () => {
  const registration = await navigator.serviceWorker.getRegistration()
  return { registration, known: await registration?.pushManager.getSubscription() }
}

export const pushState = async (): Promise<PushState> => {
  const isPossible = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isPossible || !config().vapidPublicKey) return 'impossible'
  const { registration, known } = await subscription()
  if (!registration) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  return known && Notification.permission === 'granted' ? 'on' : 'off'
}

const keyOf = (known: PushSubscription): string =>
  btoa(String.fromCharCode(...new Uint8Array(known.options.applicationServerKey ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const register = async (language: Language): Promise<void> => {
  const { registration, known } = await subscription()
  const applicationServerKey = config().vapidPublicKey
  // Of another server, or from before its keys were changed: nothing would ever arrive by it.
  const isOurs = known && keyOf(known) === applicationServerKey
  if (known && !isOurs) await known.unsubscribe()
  const made = isOurs
    ? known
    : await registration?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint, keys } = made?.toJSON() ?? {}
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('the browser made no push subscription')
  const device = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
  await call(userApi.registerDevice, { body: { deviceType: 'web', device, language } })
}

/** Asks for the permission, so only after a press. */
export const turnPushOn = async (account: string, language: Language): Promise<PushState> => {
  const permission = await Notification.requestPermission()
  if (permission === 'granted') {
    await register(language)
    localStorage.setItem(WANTED, account)
  }
  return pushState()
}

export const turnPushOff = async (): Promise<PushState> => {
  localStorage.removeItem(WANTED)
  const { known } = await subscription()
  if (known) {
    await call(notificationApi.forgetDevice, { body: { endpoint: known.endpoint } })
    await known.unsubscribe()
  }
  return pushState()
}

/** Signing out ended it; whoever wanted it on this device has it again after signing in, without being asked. */
export const renewPush = async (account: string, language: Language): Promise<void> => {
  const isWanted = localStorage.getItem(WANTED) === account
  if (isWanted && ['on', 'off'].includes(await pushState()) && Notification.permission === 'granted')
    await register(language)
}
