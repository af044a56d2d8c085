const listeners = new Set<() => void>()

/** Slides the list up when a menu item leads to the list that is already open. */
export const openList = (): void => {
  for (const listener of listeners) listener()
}

export const onOpenList = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
