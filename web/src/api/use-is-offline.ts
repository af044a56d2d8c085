import { useSyncExternalStore } from 'react'
import { liveState, onLiveState } from './live.ts'

/** Disconnected and reconnecting: actions that need the server are disabled. */
export const useIsOffline = (): boolean => useSyncExternalStore(onLiveState, liveState) === 'waiting'
