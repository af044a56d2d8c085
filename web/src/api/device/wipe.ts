import { deviceStore } from './store.ts'

/**
 * After signing out: lists, pictures and map views go from the device, its push registration, and the key to the work
 * that is not sent yet (behaviour 32). Nothing of it may fail the page that calls it.
 */
export const wipeDevice = async (): Promise<void> => {
  await Promise.allSettled([clearStore(), clearCaches(), endPush()])
}

const clearStore = async () => {
  const store = await deviceStore()
  await Promise.all([store.clear('answers'), store.clear('holder')])
}

/** Named in sw.ts too. */
const clearCaches = async () => {
  if ('caches' in window) await Promise.all(['pictures', 'views'].map((name) => caches.delete(name)))
}

const endPush = async () => {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
