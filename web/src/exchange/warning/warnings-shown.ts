import { useSyncExternalStore } from 'react'

const key = 'cohesion.map.hidesWarnings'
const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const read = () => localStorage.getItem(key) === null

/** Whether this device shows warnings on the map. */
export const useWarningsShown = (): [isShown: boolean, toggle: () => void] => {
  const isShown = useSyncExternalStore(listen, read)
  const toggle = () => {
    if (isShown) localStorage.setItem(key, 'yes')
    else localStorage.removeItem(key)
    for (const listener of listeners) listener()
  }
  return [isShown, toggle]
}
