import { useSyncExternalStore } from 'react'

const NAME = 'cohesion.alarmsMuted'
const listeners = new Set<() => void>()

export const isMuted = (): boolean => localStorage.getItem(NAME) === 'true'

/** Stored on the device, because a wall screen may be silent while a phone is not. */
export const setMuted = (muted: boolean): void => {
  localStorage.setItem(NAME, String(muted))
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const useMuted = (): boolean => useSyncExternalStore(listen, isMuted)
