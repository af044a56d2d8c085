import { useSyncExternalStore } from 'react'
import { liveState, onLiveState } from './live.ts'

export const useIsOffline = (): boolean => useSyncExternalStore(onLiveState, liveState) === 'waiting'
