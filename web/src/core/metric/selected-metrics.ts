import { useMemo, useSyncExternalStore } from 'react'
import { toggleMetric } from '#contract'

/** Key in localStorage: each member's selection is stored on this device only. */
const address = (memberId: string) => `cohesion.metrics.${memberId}`

const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const read = (text: string | null): string[] | undefined => {
  try {
    const list: unknown = JSON.parse(text ?? '')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : undefined
  } catch {
    return undefined
  }
}

/** These counters are always in the footer and do not count towards the limit of three. */
const alwaysShown = ['new', 'inProcess', 'archived']

/**
 * Ids of the selected counters, the oldest selection first. Before the member's first selection, the role's counters.
 */
export const useSelectedMetrics = (memberId: string, ofRole: readonly string[] | undefined) => {
  const text = useSyncExternalStore(listen, () => localStorage.getItem(address(memberId)))
  const start = ofRole?.join()
  return useMemo(() => {
    const selectedIds = read(text) ?? (start ?? '').split(',').filter((id) => id !== '' && !alwaysShown.includes(id))
    const toggle = (id: string) => {
      localStorage.setItem(address(memberId), JSON.stringify(toggleMetric(selectedIds, id)))
      for (const listener of listeners) listener()
    }
    return { selectedIds, toggle }
  }, [text, start, memberId])
}
