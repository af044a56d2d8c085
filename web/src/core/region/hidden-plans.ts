import { useSyncExternalStore } from 'react'

const address = 'cohesion.hiddenPlans'
const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const read = () => localStorage.getItem(address) ?? ''

export const useHiddenPlans = () => {
  const ids = useSyncExternalStore(listen, read).split(',').filter(Boolean)
  return {
    isHidden: (id: string) => ids.includes(id),
    toggle: (id: string) => {
      const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]
      localStorage.setItem(address, next.join())
      for (const listener of listeners) listener()
    },
  }
}
