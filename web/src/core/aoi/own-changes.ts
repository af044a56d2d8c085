const listeners = new Set<() => void>()

/** Calls the listener after each change that this member made here: it is shown without waiting for a live message. */
export const onOwnChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const notifyOwnChange = (): void => {
  for (const listener of listeners) listener()
}
