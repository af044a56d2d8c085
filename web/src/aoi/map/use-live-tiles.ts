import { useEffect, useEffectEvent, useState } from 'react'
import type { LiveMessage } from '#contract'
import { liveReaders, onLive } from '../../api/live.ts'
import { spreadMs } from '../../api/spread.ts'
import { useMap } from '../../map/useMap.ts'
import type { AoiQuery } from '../data.ts'
import { addFresh, type FreshPoints } from './fresh-points.ts'
import { sources } from './layers.ts'

/** Long enough to make one request of a burst, short enough to feel immediate. */
const GATHER_MS = 250
/** Where many listen, points that are drawn above the tiles stand for them this long at least. */
const FRESH_MS = 60_000

const changesTiles: ReadonlySet<LiveMessage['type']> = new Set([
  'AOI_CREATED',
  'AOI_UPDATED',
  'SERVICE_UPDATED',
  'RESYNC',
])

const none: FreshPoints = new Map()

/** When to load tiles again, in ms: at once in a small service, where many listen each at a moment of its own. */
export const tilesDelayMs = (spread: number, isDrawn: boolean, random = Math.random()): number => {
  if (spread === 0) return GATHER_MS
  return isDrawn ? FRESH_MS * (1 + random) : GATHER_MS + spread * random
}

/**
 * Refetches the tiles when a live message may change them, also one of a metric that filters them. The old tiles stay
 * until the new ones are there. A hidden tab does so when it is looked at again. Where many listen, rows that a message
 * carries are drawn above the tiles meanwhile: returns those. What else a message refreshes is in app/LiveUpdates.ts.
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
  /** Points that the loaded tiles include are drawn by those. */
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
      const spread = spreadMs(liveReaders())
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
