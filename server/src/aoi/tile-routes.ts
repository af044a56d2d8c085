import { Readable } from 'node:stream'
import { aoiApi, Problem } from '#contract'
import { serveRaw } from '../http/serve.ts'
import { isOnMap } from './tiles/grid.ts'
import type { MapFeed } from './tiles/map-feed.ts'

export const aoiTileRoutes = (feed: MapFeed) => [
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
]
