import { base64url } from '../base64url.ts'
import { config } from '../config.ts'

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && !!config().vapidPublicKey

const keyOf = (existing: PushSubscription): string =>
  base64url(new Uint8Array(existing.options.applicationServerKey ?? new ArrayBuffer()))

/**
 * This device's push subscription in the server's format, created if missing. Requires the permission for
 * notifications.
 */
export const subscribeDevice = async (registration: ServiceWorkerRegistration) => {
  const existing = await registration.pushManager.getSubscription()
  const applicationServerKey = config().vapidPublicKey
  // A subscription with another server's key or an old key never receives a message.
  const isOurs = existing && keyOf(existing) === applicationServerKey
  if (existing && !isOurs) await existing.unsubscribe()
  const current = isOurs
    ? existing
    : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint, keys } = current.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('the browser gave no push subscription')
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
}
