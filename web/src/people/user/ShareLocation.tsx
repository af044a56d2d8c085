import { useEffect, useSyncExternalStore } from 'react'
import { type LngLat, userApi } from '#contract'
import { call } from '../../api/call.ts'

/** Minimum interval between two reports of a moving device. */
const PAUSE_MS = 10_000
/** A device that does not move repeats its position at this interval, so that the position does not look outdated. */
const REPEAT_MS = 60_000

const listen = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export const ShareLocation = () => {
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine)
  useEffect(() => (isOnline ? shareLocation() : undefined), [isOnline])
  return null
}

export const shareLocation = (): (() => void) | undefined => {
  if (!('geolocation' in navigator)) return undefined
  let here: LngLat | undefined
  let sentAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const send = () => {
    clearTimeout(timer)
    timer = setTimeout(send, REPEAT_MS)
    if (!here) return
    sentAt = Date.now()
    // A failed report is not retried at once, because the next one follows within a minute.
    call(userApi.setLocation, { body: { coordinates: [...here, 1] } }).catch(() => {})
  }
  const watch = navigator.geolocation.watchPosition(
    ({ coords }) => {
      here = [coords.longitude, coords.latitude]
      clearTimeout(timer)
      timer = setTimeout(send, Math.max(0, sentAt + PAUSE_MS - Date.now()))
    },
    // biome-ignore lint/suspicious/noConsole: geolocation errors are only logged
    (error) => console.warn('geolocation:', error.message),
    { enableHighAccuracy: true, maximumAge: PAUSE_MS },
  )
  return () => {
    clearTimeout(timer)
    navigator.geolocation.clearWatch(watch)
  }
}
