import { useEffect } from 'react'
import { onLive } from '../../api/live.ts'
import { useMap } from '../../map/useMap.ts'
import { sources } from './layers.ts'

/** Long enough for a burst to become one request, short enough to seem at once. */
const GATHER_MS = 250

/** A message makes the tiles old, also one of a metric by which they are filtered; they are drawn until the new ones are there, and the map stays where it is. */
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
