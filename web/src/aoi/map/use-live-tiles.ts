import { useEffect } from 'react'
import { onLive } from '../../api/live.ts'
import { useMap } from '../../map/useMap.ts'
import { sources } from './layers.ts'

/** Long enough to make one request of a burst, short enough to feel immediate. */
const GATHER_MS = 250

/**
 * Refetches the tiles when a live message may change them, also one of a metric that filters them. The old tiles stay
 * until the new ones are there. What else a message refreshes is in app/LiveUpdates.ts.
 */
export const useLiveTiles = (): void => {
  const { map } = useMap()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      if (map.getSource(sources.tiles)) map.refreshTiles(sources.tiles)
    }
    const stop = onLive(({ type }) => {
      if (['AOI_CREATED', 'AOI_UPDATED', 'SERVICE_UPDATED', 'RESYNC'].includes(type))
        timer ??= setTimeout(refresh, GATHER_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [map])
}
