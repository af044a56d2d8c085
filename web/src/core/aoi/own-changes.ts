const listeners = new Set<() => void>()

export const onOwnChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const notifyOwnChange = (): void => {
  for (const listener of listeners) listener()
}
