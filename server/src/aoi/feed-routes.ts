import { Readable } from 'node:stream'
import { aoiApi, Problem } from '#contract'
import { serve, serveRaw } from '../http/serve.ts'
import { withMetric } from './filter.ts'
import { isOnMap } from './memory/grid.ts'
import { stateMetrics } from './queries.ts'
import type { MapFeed } from './tiles/map-feed.ts'

/** What is answered from memory: the map's own feed, and the counters beside it. */
export const aoiFeedRoutes = (feed: MapFeed) => [
  serveRaw(aoiApi.tile, async ({ actor, params, query, client, allow }) => {
    allow()
    if (!isOnMap(params)) throw new Problem('notFound')
    const { bytes, etag } = await feed.tile(actor, query, params)
    // A cache may keep it and has to ask each time; what it holds for one member is not another's.
    const headers = { etag, 'cache-control': 'private, no-cache', vary: 'authorization' }
    if (client.ifNoneMatch === etag) return { status: 304, headers }
    return {
      status: 200,
      headers: { ...headers, 'content-type': aoiApi.tile.raw, 'content-length': bytes.length },
      ...(bytes.length > 0 && { stream: Readable.from(bytes) }),
    }
  }),

  serve(aoiApi.stateMetrics, async ({ db, actor, query, allow }) => {
    allow()
    const { type, ...counted } = query
    const filter = { ...counted, type: 'all', isActivity: type === 'activity', isSensors: type === 'sensor' } as const
    return (await feed.states(actor, filter)) ?? stateMetrics(db, actor, await withMetric(db, actor, query))
  }),
]
