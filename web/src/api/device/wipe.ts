import { deviceStore } from './store.ts'

/**
 * Deletes lists, pictures, map views, the saved map, the push subscription, and the key of unsent requests at sign-out.
 * Never throws.
 */
export const wipeDevice = async (): Promise<void> => {
  await Promise.allSettled([clearStore(), clearCaches(), endPush()])
}

const clearStore = async () => {
  const store = await deviceStore()
  await Promise.all([store.clear('answers'), store.clear('holder')])
}

/** Whether the cache has data of a member; names as in sw.ts. */
const isMembers = (name: string) => /^(pictures$|views$|map-tiles)/.test(name)

const clearCaches = async () => {
  if (!('caches' in window)) return
  const names = (await caches.keys()).filter(isMembers)
  await Promise.all(names.map((name) => caches.delete(name)))
}

const endPush = async () => {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
