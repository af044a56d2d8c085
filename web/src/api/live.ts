import type { LiveMessage } from '#contract'
import { makeReplyPositions } from './reply-positions.ts'

/** `live`: the screen shows what the server has. `waiting`: disconnected, reconnecting. */
export type LiveState = 'connecting' | 'live' | 'waiting'
/** `position` is absent for messages that are not kept. */
type Listener = (message: LiveMessage, position?: number) => void

let state: LiveState = 'connecting'
const stateListeners = new Set<() => void>()
const listeners = new Set<Listener>()

export const liveState = (): LiveState => state
export const onLiveState = (listener: () => void): (() => void) => {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}

/** Calls the listener with every live message once and in order, also those missed while disconnected. */
export const onLive = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For the live stream only. */
export const setLiveState = (next: LiveState): void => {
  if (next === state) return
  state = next
  for (const listener of stateListeners) listener()
}

let readers = 0

/** How many listen to this member's service, as the server last said. */
export const liveReaders = (): number => readers

/** For the live stream only. */
export const notifyListeners = (message: LiveMessage, position?: number): void => {
  if ('readers' in message && message.readers !== undefined) readers = message.readers
  for (const listener of listeners) listener(message, position)
}

/** `note` takes the live position of every reply; `start` is for the live stream only. */
export const replyPositions = makeReplyPositions(() => notifyListeners({ type: 'RESYNC' }))
