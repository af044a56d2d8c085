const listeners = new Set<() => void>()

/** Slides the list up, for a menu item that leads to the list that is already selected. */
export const openList = (): void => {
  for (const listener of listeners) listener()
}

export const onOpenList = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
