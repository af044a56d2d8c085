import { useSyncExternalStore } from 'react'

export const MEMBER_ZOOM = 12

const key = 'cohesion.map.hidesMembers'
const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const read = () => localStorage.getItem(key) === null

export const useMembersShown = (): [isShown: boolean, toggle: () => void] => {
  const isShown = useSyncExternalStore(listen, read)
  const toggle = () => {
    if (isShown) localStorage.setItem(key, 'yes')
    else localStorage.removeItem(key)
    for (const listener of listeners) listener()
  }
  return [isShown, toggle]
}
