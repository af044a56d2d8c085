import { useEffect } from 'react'
import type { LiveMessage } from '#contract'
import { liveReaders, onLive } from '../../../api/live.ts'
import { makeRefresher } from '../../../api/refresher.ts'
import { slowSpreadMs } from '../../../api/spread.ts'
import { useMap } from '../../../map/useMap.ts'
import { onOwnChange } from '../own-changes.ts'
import { sources } from './layers.ts'

const changesTiles: ReadonlySet<LiveMessage['type']> = new Set([
  'AOI_CREATED',
  'AOI_UPDATED',
  'SERVICE_UPDATED',
  'RESYNC',
])

/** Long enough to combine a burst of messages into one request, short enough to feel immediate. */
const GATHER_MS = 250

/**
 * Refetches tiles when a live message may change them or the metric that filters them. Old tiles stay until the new
 * ones arrive. A hidden tab refetches when it is shown again. app/LiveUpdates.ts refreshes all other data.
 */
export const useLiveTiles = (): void => {
  const { map } = useMap()
  useEffect(() => {
    let isStopped = false
    let isMissed = false
    const load = async () => {
      isMissed = document.visibilityState === 'hidden'
      if (!isMissed && !isStopped && map.getSource(sources.tiles)) map.refreshTiles(sources.tiles)
    }
    const refresh = makeRefresher(load, {
      delayMs: () => GATHER_MS + slowSpreadMs(liveReaders()) * Math.random(),
      pauseMs: () => slowSpreadMs(liveReaders()),
    })
    const stopLive = onLive(({ type }) => void (changesTiles.has(type) && refresh([sources.tiles])))
    const stopOwn = onOwnChange(() => void load())
    const onShown = () => void (isMissed && load())
    document.addEventListener('visibilitychange', onShown)
    return () => {
      isStopped = true
      stopLive()
      stopOwn()
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [map])
}
