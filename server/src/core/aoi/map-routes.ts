import { Readable } from 'node:stream'
import { aoiApi, orNotFound } from '#contract'
import type { Tiles } from '../../memory/tile/tiles.ts'
import type { Views } from '../../memory/view.ts'
import { serve, serveRaw } from '../../platform/http/serve.ts'
import { stateMetrics } from './counters.ts'
import { aoiFilter, withMetric } from './filter.ts'

export const aoiMapRoutes = ({ tiles, view }: { tiles: Tiles; view: Views }) => [
  serveRaw(aoiApi.tile, async ({ db, actor, params, query, client, allow }) => {
    allow()
    const filter = aoiFilter(await withMetric(db, actor, query), actor)
    const { bytes, etag } = orNotFound(await tiles.tile(filter, params))
    // Caches must revalidate, and must not serve one member's reply to another.
    const headers = { etag, 'cache-control': 'private, no-cache', vary: 'authorization' }
    if (client.ifNoneMatch === etag) return { status: 304, headers }
    return {
      status: 200,
      headers: { ...headers, 'content-type': aoiApi.tile.raw, 'content-length': bytes.length },
      ...(bytes.length > 0 && { stream: Readable.from(bytes) }),
    }
  }),

  serve(aoiApi.extent, async ({ db, actor, query: { ownService, ...query }, allow }) => {
    allow()
    const reader = ownService ? { ...actor, visibleServiceIds: [actor.serviceId] } : actor
    const filter = aoiFilter(await withMetric(db, actor, query), reader)
    return { bounds: (await tiles.bounds(filter)) ?? null }
  }),

  serve(aoiApi.stateMetrics, async ({ db, actor, query, allow }) => {
    allow()
    return stateMetrics(db, view, actor, await withMetric(db, actor, query))
  }),
]
