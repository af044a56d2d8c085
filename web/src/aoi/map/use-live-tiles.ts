import { useEffect } from 'react'
import { onLive } from '../../api/live.ts'
import { useMap } from '../../map/useMap.ts'
import { sources } from './layers.ts'

/** Long enough to make one request of a burst, short enough to feel immediate. */
const GATHER_MS = 250

/**
 * Refetches the tiles when a live message may change them, also one of a metric that filters them. The old tiles stay
 * until the new ones are there. A hidden tab does so when it is looked at again. What else a message refreshes is in
 * app/LiveUpdates.ts.
 */
export const useLiveTiles = (): void => {
  const { map } = useMap()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStale = false
    const refresh = () => {
      timer = undefined
      if (!isStale || document.visibilityState === 'hidden') return
      isStale = false
      if (map.getSource(sources.tiles)) map.refreshTiles(sources.tiles)
    }
    const stop = onLive(({ type }) => {
      if (!['AOI_CREATED', 'AOI_UPDATED', 'SERVICE_UPDATED', 'RESYNC'].includes(type)) return
      isStale = true
      timer ??= setTimeout(refresh, GATHER_MS)
    })
    document.addEventListener('visibilitychange', refresh)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', refresh)
      clearTimeout(timer)
    }
  }, [map])
}
