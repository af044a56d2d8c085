import { useSyncExternalStore } from 'react'

/** Maximum time that `firstViewShown` waits for a slow or failing map. */
const PATIENCE_MS = 10_000

const shown = Promise.withResolvers<void>()
let isShown = false

export const firstViewShown: Promise<void> = shown.promise
export const noteFirstView = (): void => {
  isShown = true
  shown.resolve()
}
setTimeout(noteFirstView, PATIENCE_MS)

const subscribe = (listener: () => void) => {
  let isListening = true
  void firstViewShown.then(() => isListening && listener())
  return () => {
    isListening = false
  }
}
export const useFirstViewShown = (): boolean => useSyncExternalStore(subscribe, () => isShown)
