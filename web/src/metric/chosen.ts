import { useMemo, useSyncExternalStore } from 'react'
import { toggleMetric } from '#contract'

/** Which counters a member's footer shows is a matter of its device: nobody else sees it. */
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

/** Always in the footer, so they take none of the three places. */
const alwaysShown = ['new', 'inProcess', 'archived']

/** The chosen counters, the oldest first; until someone chooses, those with which the role starts. */
export const useChosenMetrics = (memberId: string, ofRole: readonly string[] | undefined) => {
  const text = useSyncExternalStore(listen, () => localStorage.getItem(address(memberId)))
  const start = ofRole?.join()
  return useMemo(() => {
    const chosen = read(text) ?? (start ?? '').split(',').filter((id) => id !== '' && !alwaysShown.includes(id))
    const toggle = (id: string) => {
      localStorage.setItem(address(memberId), JSON.stringify(toggleMetric(chosen, id)))
      for (const listener of listeners) listener()
    }
    return { chosen, toggle }
  }, [text, start, memberId])
}
