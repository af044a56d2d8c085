import { Readable } from 'node:stream'
import { Compression, TileType } from 'pmtiles'
import { Problem, streetsApi } from '#contract'
import { serveRaw } from '../../platform/http/serve.ts'
import type { Library } from './library.ts'

const types: Partial<Record<TileType, string>> = {
  [TileType.Mvt]: 'application/x-protobuf',
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
}
const headers = {
  'x-content-type-options': 'nosniff',
  // An archive can contain any bytes; a browser that renders a tile as a page runs nothing.
  'content-security-policy': "default-src 'none'; sandbox",
}

export const tileRoute = (library: Library) =>
  serveRaw(streetsApi.tile, async ({ params: { revision, set, z, x, y }, allow }) => {
    allow()
    if (revision !== library.revision()) await library.refresh()
    if (!library.hasSet(set)) throw new Problem('notFound')
    const isCurrent = revision === library.revision()
    const caching = { ...headers, 'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache' }
    const isTile = x < 2 ** z && y < 2 ** z
    const tile = isTile ? await library.tile(set, z, x, y) : undefined
    if (!tile) {
      // 404: an archive that ends at a lower zoom covers the place, so the map shows a part of the ancestor tile.
      // 204: no archive covers the place, so the map shows the bundled world.
      const hasAncestor = isTile && (await library.hasAncestor(set, z, x, y))
      return { status: hasAncestor ? 404 : 204, headers: caching }
    }
    const { bytes, header } = tile
    return {
      status: 200,
      headers: {
        ...caching,
        'content-type': types[header.tileType] ?? 'application/octet-stream',
        'content-length': bytes.length,
        ...(header.tileCompression === Compression.Gzip && { 'content-encoding': 'gzip' }),
      },
      stream: Readable.from([bytes]),
    }
  })
