import { useEffect, useEffectEvent, useState } from 'react'
import type { LiveMessage } from '#contract'
import { liveReaders, onLive } from '../../../api/live.ts'
import { slowSpreadMs } from '../../../api/spread.ts'
import { useMap } from '../../../map/useMap.ts'
import type { AoiQuery } from '../data.ts'
import { addFresh, type FreshPoints, tilesDelayMs } from './fresh-points.ts'
import { sources } from './layers.ts'

const changesTiles: ReadonlySet<LiveMessage['type']> = new Set([
  'AOI_CREATED',
  'AOI_UPDATED',
  'SERVICE_UPDATED',
  'RESYNC',
])

const none: FreshPoints = new Map()

/**
 * Reloads tiles after live messages that may change them, including those of a filtering metric. Old tiles stay
 * meanwhile, and hidden tabs wait. In large services, returns rows to draw above the tiles until then.
 * app/LiveUpdates.ts lists other refreshes.
 */
export const useLiveTiles = (query: AoiQuery): FreshPoints => {
  const { map } = useMap()
  const [fresh, setFresh] = useState({ query, points: none })
  const points = fresh.query === query ? fresh.points : none

  const draw = useEffectEvent((message: LiveMessage): boolean => {
    const next = addFresh(points, message, query)
    if (next) setFresh({ query, points: next })
    return next !== undefined
  })
  /** Points that the loaded tiles include are no longer drawn separately. */
  const erase = useEffectEvent((before: FreshPoints) =>
    setFresh((now) => {
      const left = [...now.points].filter(([id, row]) => before.get(id) !== row)
      return { ...now, points: new Map(left) }
    }),
  )
  const drawn = useEffectEvent(() => points)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let dueMs = Number.POSITIVE_INFINITY
    const refresh = () => {
      clearTimeout(timer)
      if (dueMs === Number.POSITIVE_INFINITY || document.visibilityState === 'hidden') return
      dueMs = Number.POSITIVE_INFINITY
      if (!map.getSource(sources.tiles)) return
      const before = drawn()
      map.refreshTiles(sources.tiles)
      if (before.size > 0) map.once('idle', () => erase(before))
    }
    const stop = onLive((message) => {
      if (!changesTiles.has(message.type)) return
      const spread = slowSpreadMs(liveReaders())
      const due = performance.now() + tilesDelayMs(spread, spread > 0 && draw(message))
      if (due >= dueMs) return
      dueMs = due
      clearTimeout(timer)
      timer = setTimeout(refresh, due - performance.now())
    })
    const onShown = () => {
      if (performance.now() >= dueMs) refresh()
    }
    document.addEventListener('visibilitychange', onShown)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onShown)
      clearTimeout(timer)
    }
  }, [map])
  return points
}
