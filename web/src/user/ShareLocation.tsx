import { useEffect, useSyncExternalStore } from 'react'
import { type LngLat, userApi } from '#contract'
import { call } from '../api/call.ts'

/** Not more often than this, however fast one moves. */
const PAUSE_MS = 10_000
/** Who stands still is still there: without this, a position would grey although it is right. */
const REPEAT_MS = 60_000

const listen = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Watches where this device is and tells the server, while it is mounted and the device is online. */
export const ShareLocation = () => {
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine)
  useEffect(() => (isOnline ? shareLocation() : undefined), [isOnline])
  return null
}

export const shareLocation = (): (() => void) | undefined => {
  if (!('geolocation' in navigator)) return undefined
  let here: LngLat | undefined
  let sentAt = 0
  let waiting: ReturnType<typeof setTimeout> | undefined

  const send = () => {
    clearTimeout(waiting)
    waiting = setTimeout(send, REPEAT_MS)
    if (!here) return
    sentAt = Date.now()
    // What does not arrive is repeated a minute later.
    call(userApi.setLocation, { body: { coordinates: [...here, 1] } }).catch(() => {})
  }
  const watch = navigator.geolocation.watchPosition(
    ({ coords }) => {
      here = [coords.longitude, coords.latitude]
      clearTimeout(waiting)
      waiting = setTimeout(send, Math.max(0, sentAt + PAUSE_MS - Date.now()))
    },
    // biome-ignore lint/suspicious/noConsole: geolocation errors are only logged (specification, section 8)
    (error) => console.warn('geolocation:', error.message),
    { enableHighAccuracy: true, maximumAge: PAUSE_MS },
  )
  return () => {
    clearTimeout(waiting)
    navigator.geolocation.clearWatch(watch)
  }
}
