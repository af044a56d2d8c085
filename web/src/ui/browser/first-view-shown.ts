import { useSyncExternalStore } from 'react'

/** The longest time that a slow or failing map delays what waits for the first view. */
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
