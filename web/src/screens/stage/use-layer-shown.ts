import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this device shows a layer of the map; the user can hide it. */
export const useLayerShown = (layer: 'Members' | 'Warnings'): [isShown: boolean, toggle: () => void] => {
  const key = `cohesion.map.hides${layer}`
  const isShown = useSyncExternalStore(listen, () => localStorage.getItem(key) === null)
  const toggle = () => {
    if (isShown) localStorage.setItem(key, 'yes')
    else localStorage.removeItem(key)
    for (const listener of listeners) listener()
  }
  return [isShown, toggle]
}
