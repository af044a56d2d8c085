import { useSyncExternalStore } from 'react'
import type { LiveMessage } from '#contract'
import { makeReplyPositions } from './reply-positions.ts'

/** `live`: up to date. `waiting`: disconnected, will reconnect. */
export type LiveState = 'connecting' | 'live' | 'waiting'
/** `position` is undefined for messages that the server does not store. */
type Listener = (message: LiveMessage, position?: number) => void

let state: LiveState = 'connecting'
const stateListeners = new Set<() => void>()
const listeners = new Set<Listener>()

export const liveState = (): LiveState => state
export const onLiveState = (listener: () => void): (() => void) => {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}

/** Calls the listener once for every live message, in order, including messages missed while disconnected. */
export const onLive = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const setLiveState = (next: LiveState): void => {
  if (next === state) return
  state = next
  for (const listener of stateListeners) listener()
}

let readers = 0

export const liveReaders = (): number => readers

export const notifyListeners = (message: LiveMessage, position?: number): void => {
  if ('readers' in message && message.readers !== undefined) readers = message.readers
  for (const listener of listeners) listener(message, position)
}

/** `note` records the position of each reply; only the live stream calls `start`. */
export const replyPositions = makeReplyPositions(() => notifyListeners({ type: 'RESYNC' }))

export const useIsOffline = (): boolean => useSyncExternalStore(onLiveState, liveState) === 'waiting'
