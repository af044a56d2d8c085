import type { LiveMessage } from '#contract'

/** `live`: what the screen shows is what the server has. `waiting`: the line is down and is tried again. */
export type LiveState = 'connecting' | 'live' | 'waiting'
type Listener = (message: LiveMessage) => void

let state: LiveState = 'connecting'
const stateListeners = new Set<() => void>()
const listeners = new Set<Listener>()

export const liveState = (): LiveState => state
export const onLiveState = (listener: () => void): (() => void) => {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}

/** Hears every live message, those missed while the line was down too, once and in order. */
export const onLive = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For the stream alone: it knows how the line is. */
export const setLiveState = (next: LiveState): void => {
  if (next === state) return
  state = next
  for (const listener of stateListeners) listener()
}

/** For the stream alone: what came in. */
export const notifyListeners = (message: LiveMessage): void => {
  for (const listener of listeners) listener(message)
}
