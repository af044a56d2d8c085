import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type AoiExtent, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { slots } from '../../platform/kit/slots.ts'
import { boundsOf, GRID_BITS, type Tile, tileExists } from '../grid.ts'
import type { Memory } from '../memory.ts'
import type { Place } from '../store.ts'
import type { RowFilter, View, Views } from '../view.ts'
import { Cells } from './cells.ts'
import { addCellsFromSql, PLACE_ZOOM } from './cells-from-sql.ts'
import { encodeTile } from './encode.ts'
import { featuresOf } from './features.ts'

/** Maximum number of cached tiles. A tile has at most 64 features, about 10 kB. */
const MOST_TILES = 1_000
/**
 * Maximum number of tiles that PostgreSQL counts at once. Each takes a connection for up to a second per million
 * events.
 */
const COUNTS_AT_ONCE = 2
/** Above this row count, low-zoom tiles from SQL exceed the statement timeout: return 503 while the service is loaded. */
const MOST_COUNTED_ROWS = 3_000_000
const RETRY_SECONDS = 5
const WORLD: Tile = { z: 0, x: 0, y: 0 }

export type EncodedTile = { bytes: Buffer; etag: string }
type Cached = { serviceIds: readonly string[]; drawn: Promise<EncodedTile> }
export type Tiles = ReturnType<typeof openTiles>

type Options = { memory: Memory; view: Views; mostCountedRows?: number | undefined }

const nameOf = ({ z, x, y }: Tile) => `${z}/${x}/${y}`

export const openTiles = (db: Db, { memory, view, mostCountedRows = MOST_COUNTED_ROWS }: Options) => {
  const inTurn = slots(COUNTS_AT_ONCE)
  const keysByTile = new Map<string, Set<string>>()
  const cache = new LRUCache<string, Cached>({
    max: MOST_TILES,
    dispose: (_, key) => {
      const name = key.slice(0, key.indexOf(' '))
      const keys = keysByTile.get(name)
      if (keys?.delete(key) && keys.size === 0) keysByTile.delete(name)
    },
  })

  /** Evicts the tiles that contain a place, one per zoom level. */
  const evictAt = (place: Place | null): void => {
    if (!place || keysByTile.size === 0) return
    for (let z = 0; z <= GRID_BITS; z++) {
      const x = place.x >>> (GRID_BITS - z)
      const y = place.y >>> (GRID_BITS - z)
      for (const key of [...(keysByTile.get(nameOf({ z, x, y })) ?? [])]) cache.delete(key)
    }
  }
  memory.listen({
    moved(from, to) {
      evictAt(from)
      evictAt(to)
    },
    reset(serviceId) {
      for (const [key, { serviceIds }] of [...cache.entries()])
        if (!serviceId || serviceIds.includes(serviceId)) cache.delete(key)
    },
  })

  const cellsOf = async ({ parts, rows }: View, tile: Tile): Promise<Cells> => {
    const cells = new Cells(tile)
    for (const { store, tests } of parts) await cells.addStore(store, tests)
    if (rows) await addCellsFromSql(db, cells, rows)
    return cells
  }

  const draw = async (view: View, tile: Tile): Promise<EncodedTile> => {
    const bytes = encodeTile(await featuresOf(db, await cellsOf(view, tile)))
    return { bytes, etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"` }
  }

  const cached = (view: View, serviceIds: readonly string[], tile: Tile): Promise<EncodedTile> => {
    const name = nameOf(tile)
    const key = `${name} ${view.key}`
    const known = cache.get(key)
    if (known) return known.drawn
    const drawn = draw(view, tile)
    cache.set(key, { serviceIds, drawn })
    if (view.isByPlace) keysByTile.set(name, (keysByTile.get(name) ?? new Set()).add(key))
    drawn.catch(() => cache.peek(key)?.drawn === drawn && cache.delete(key))
    return drawn
  }

  /**
   * While a service is loading, PostgreSQL counts for a few callers at a time. A caller that has waited reads the view
   * again, because the service may be loaded by then.
   */
  const withView = async <T>(filter: RowFilter, isFar: boolean, work: (view: View) => Promise<T>): Promise<T> => {
    const found = await view(filter)
    if (!found.rows) return work(found)
    if (isFar && (await memory.rowsBeingLoaded(found.missing)) > mostCountedRows)
      throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    return inTurn(async () => work(await view(filter)))
  }

  return {
    async tile(filter: RowFilter, tile: Tile): Promise<EncodedTile | undefined> {
      if (!tileExists(tile)) return undefined
      return withView(filter, tile.z < PLACE_ZOOM, (found) => cached(found, filter.serviceIds, tile))
    },

    bounds: (filter: RowFilter): Promise<AoiExtent['bounds'] | undefined> =>
      withView(filter, true, async (found) => {
        const { box } = await cellsOf(found, WORLD)
        if (!box) return undefined
        const { west, south, east, north } = boundsOf(box)
        return [west, south, east, north]
      }),
  }
}
