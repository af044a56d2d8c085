import { useSyncExternalStore } from 'react'
import { liveState, onLiveState } from './live.ts'

/** The line is down, and is being tried again: what needs the server cannot be done now. */
export const useIsOffline = (): boolean => useSyncExternalStore(onLiveState, liveState) === 'waiting'
