import { createHash } from 'node:crypto'
import type { Actor, AoiExtent, AoiFilter, StateMetrics } from '#contract'
import type { Db } from '../db/database.ts'
import type { BitSet } from '../kit/bit-set.ts'
import { memoize } from '../kit/memoize.ts'
import type { LiveViewOptions, Log, Snapshot } from '../live-view/live-view.ts'
import { Cells } from './cells.ts'
import { countStates } from './count.ts'
import { encodeTile } from './encode.ts'
import { featuresOf } from './features.ts'
import { boundsOf, type Tile, tileExists } from './grid.ts'
import { openLivePoints, type PointsByService } from './live-points.ts'
import { anyPoint, type PointFilter, pointFilterOf } from './point-filter.ts'
import type { Points } from './points.ts'
import { openSelections, type SelectRows } from './selections.ts'

/** At most 64 features each: some 10 kB at worst. */
const TILES_CACHED = 1_000
const COUNTS_CACHED = 100
const WORLD: Tile = { z: 0, x: 0, y: 0 }

type Bounds = NonNullable<AoiExtent['bounds']>

export type EncodedTile = { bytes: Buffer; etag: string }

/**
 * Points, the filter that they are seen through, and the key of both in the caches, made of revisions: equal keys mean
 * equal tiles, whoever asks.
 */
type TileSource = { points: Points[]; filter: PointFilter; key: string }

type Options = LiveViewOptions & {
  /** Asked for filters that the columns cannot decide. */
  selectRows: SelectRows
  /** The numbers of all AOIs that a search finds; undefined if it cannot be known without the database. */
  searchNumbers?: ((text: string) => Promise<{ numbers: BitSet; key: string } | undefined>) | undefined
  /** Ends the loading when the server closes. */
  signal?: AbortSignal | undefined
}

export type MapIndex = ReturnType<typeof openMapIndex>

/** The places of all AOIs in memory: tiles of clusters and points, and counts, of what a caller may see. */
export const openMapIndex = (db: Db, log: Log, { selectRows, searchNumbers, ...options }: Options) => {
  const livePoints = openLivePoints(db, log, options)
  const select = openSelections(db, selectRows)

  const sourceOf = async (
    { data: services, revision: indexRevision }: Snapshot<PointsByService>,
    actor: Actor,
    filter: AoiFilter,
  ): Promise<TileSource> => {
    const { search, ...others } = filter
    const pointFilter = pointFilterOf(others)
    const found = pointFilter && search ? await searchNumbers?.(search) : undefined
    if (!pointFilter || (search && !found)) {
      const { points, revision } = await select(actor, filter, indexRevision)
      return { points: [points], filter: anyPoint, key: `selection ${revision}` }
    }
    const visible = actor.visibleServiceIds.flatMap((id) => services.get(id) ?? [])
    const revisions = visible.map(({ revision }) => revision).sort((a, b) => a - b)
    return {
      points: visible.map(({ points }) => points),
      filter: { ...pointFilter, numbers: found?.numbers },
      key: JSON.stringify([revisions, others, found?.key]),
    }
  }

  const draw = async ({ points, filter }: TileSource, tile: Tile): Promise<EncodedTile> => {
    const cells = new Cells(tile)
    for (const part of points) await cells.add(part, filter)
    const bytes = encodeTile(await featuresOf(db, cells))
    return { bytes, etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"` }
  }

  const tiles = memoize(TILES_CACHED, (_, source: TileSource, tile: Tile) => draw(source, tile))
  const bounds = memoize(COUNTS_CACHED, async (_, { points, filter }: TileSource): Promise<Bounds | undefined> => {
    const cells = new Cells(WORLD)
    for (const part of points) await cells.add(part, filter)
    if (!cells.box) return undefined
    const { west, south, east, north } = boundsOf(cells.box)
    return [west, south, east, north]
  })
  const counts = memoize(COUNTS_CACHED, async (_, { points, filter }: TileSource) => countStates(points, filter))

  return {
    /** Waits until everything is loaded. Returns undefined if the map has no such tile. */
    async tile(actor: Actor, filter: AoiFilter, tile: Tile): Promise<EncodedTile | undefined> {
      if (!tileExists(tile)) return undefined
      const source = await sourceOf(await livePoints.snapshot(), actor, filter)
      return tiles(`${tile.z}/${tile.x}/${tile.y} ${source.key}`, source, tile)
    },

    /** The smallest bounds around all of them, in degrees. Waits until everything is loaded. */
    async bounds(actor: Actor, filter: AoiFilter) {
      const source = await sourceOf(await livePoints.snapshot(), actor, filter)
      return bounds(source.key, source)
    },

    /** How many there are in each state. Returns undefined if only the database can tell, or nothing is loaded yet. */
    async countStates(actor: Actor, filter: AoiFilter): Promise<StateMetrics | undefined> {
      const snapshot = pointFilterOf(filter) && (await livePoints.snapshotIfLoaded())
      if (!snapshot) return undefined
      const source = await sourceOf(snapshot, actor, filter)
      const { position, early } = snapshot.watermark
      return { ...(await counts(source.key, source)), includes: { position, early: [...early] } }
    },

    /** How much is in memory, and for how long. */
    state: () => livePoints.state(),

    keepUp: () => livePoints.keepUp(options.signal),

    /** Loads everything before the first request. */
    async warm(): Promise<void> {
      await livePoints.snapshot()
    },
  }
}
