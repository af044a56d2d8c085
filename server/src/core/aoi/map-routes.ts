import { Readable } from 'node:stream'
import { aoiApi, orNotFound } from '#contract'
import type { MapIndex } from '../../memory/map-index/map-index.ts'
import { serve, serveRaw } from '../../platform/http/serve.ts'
import { withMetric } from './filter.ts'
import { stateMetrics } from './queries.ts'

/** Answered by the map index: tiles, and the counters beside the map. */
export const aoiMapRoutes = (mapIndex: MapIndex) => [
  serveRaw(aoiApi.tile, async ({ actor, params, query, client, allow }) => {
    allow()
    const { bytes, etag } = orNotFound(await mapIndex.tile(actor, query, params))
    // A cache must revalidate each time, and must not answer one member with what another may see.
    const headers = { etag, 'cache-control': 'private, no-cache', vary: 'authorization' }
    if (client.ifNoneMatch === etag) return { status: 304, headers }
    return {
      status: 200,
      headers: { ...headers, 'content-type': aoiApi.tile.raw, 'content-length': bytes.length },
      ...(bytes.length > 0 && { stream: Readable.from(bytes) }),
    }
  }),

  serve(aoiApi.extent, async ({ actor, query, allow }) => {
    allow()
    return { bounds: (await mapIndex.bounds(actor, query)) ?? null }
  }),

  serve(aoiApi.stateMetrics, async ({ db, actor, query, allow }) => {
    allow()
    const { type, ...counted } = query
    const filter = { ...counted, type: 'all', isActivity: type === 'activity', isSensors: type === 'sensor' } as const
    return (await mapIndex.countStates(actor, filter)) ?? stateMetrics(db, actor, await withMetric(db, actor, query))
  }),
]
