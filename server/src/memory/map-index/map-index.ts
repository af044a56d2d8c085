import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { type Actor, type AoiExtent, type AoiFilter, Problem, type StateMetrics } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { BitSet } from '../../platform/kit/bit-set.ts'
import { memoize } from '../../platform/kit/memoize.ts'
import { slots } from '../../platform/kit/slots.ts'
import { isOfReader } from '../count-index/chosen-numbers.ts'
import type { OutboxWatermark } from '../live-view/change-set.ts'
import type { LiveViewsOptions, Log } from '../live-view/live-views.ts'
import { Cells } from './cells.ts'
import { addCellsFromSql, PLACE_ZOOM } from './cells-from-sql.ts'
import { countStates, prepareCounts } from './count.ts'
import { encodeTile } from './encode.ts'
import { featuresOf } from './features.ts'
import { boundsOf, type Tile, tileExists } from './grid.ts'
import { openLivePoints } from './live-points.ts'
import { anyPoint, type PointFilter, pointFilterOf } from './point-filter.ts'
import type { Points } from './points.ts'
import { openSelections, type SelectRows } from './selections.ts'

/** At most 64 features each: some 10 kB at worst. */
const TILES_CACHED = 1_000
const COUNTS_CACHED = 100
/** Tiles that PostgreSQL counts at the same time: each takes a connection, and up to a second with a million events. */
const COUNTS_AT_ONCE = 2
/**
 * Of more rows than these PostgreSQL counts a tile of the far map for longer than a call may take, and each call takes from
 * the loading: whoever asks is told to come back.
 */
const MOST_COUNTED_ROWS = 3_000_000
const RETRY_SECONDS = 5
const WORLD: Tile = { z: 0, x: 0, y: 0 }

type Bounds = NonNullable<AoiExtent['bounds']>

export type EncodedTile = { bytes: Buffer; etag: string }

/** Points, and the filter that they are seen through. */
type Part = { points: Points; filter: PointFilter }

/**
 * Where the contents of tiles come from: points in memory, and the rows of services that are `missing` there. The key in the
 * caches is made of revisions: equal keys mean equal tiles, whoever asks. `watermark`: the messages that they include, if all
 * are in memory.
 */
type TileSource = {
  parts: Part[]
  rows?: RawBuilder<unknown>
  missing?: readonly string[]
  watermark?: OutboxWatermark
  key: string
}

type Options = LiveViewsOptions & {
  /** Asked for filters that the columns cannot decide. */
  selectRows: SelectRows
  /** The numbers of all AOIs that a caller chose by reading, creator or community; undefined if only the database can tell. */
  chosenNumbers?: ChosenNumbers | undefined
  mostCountedRows?: number | undefined
}

type ChosenNumbers = (
  actor: Actor,
  filter: AoiFilter,
) => Promise<{ byService: ReadonlyMap<string, BitSet>; key: string } | undefined>

export type MapIndex = ReturnType<typeof openMapIndex>

/** The places of AOIs in memory, by service: tiles of clusters and points, and counts, of what a caller may see. */
export const openMapIndex = (
  db: Db,
  log: Log,
  { selectRows, chosenNumbers, mostCountedRows = MOST_COUNTED_ROWS, ...options }: Options,
) => {
  const { feed } = options
  const livePoints = openLivePoints(db, log, options)
  const select = openSelections(db, selectRows)
  const inTurn = slots(COUNTS_AT_ONCE)

  /** For filters that only the database can decide. */
  const selectionOf = async (actor: Actor, filter: AoiFilter): Promise<TileSource> => {
    await feed.catchUp()
    const { points, revision } = await select(actor, filter, feed.revision())
    return { parts: [{ points, filter: anyPoint }], key: `selection ${revision}` }
  }

  const sourceOf = async (actor: Actor, filter: AoiFilter): Promise<TileSource> => {
    if (filter.search) return selectionOf(actor, filter)
    const { creator, community, type, ...byColumns } = filter
    const serviceIds = actor.visibleServiceIds
    const isChosen = isOfReader(type) || Boolean(creator || community)
    const pointFilter = pointFilterOf({ ...byColumns, type: isOfReader(type) ? 'all' : type })
    if (!pointFilter) return selectionOf(actor, filter)
    const { byKey: snapshots, watermark } = await livePoints.snapshots(serviceIds)
    const missing = serviceIds.filter((id) => !snapshots.has(id))
    const chosen = isChosen && missing.length === 0 ? await chosenNumbers?.(actor, filter) : undefined
    if (isChosen && !chosen) return selectionOf(actor, filter)

    const revisions = [...snapshots.values()].map(({ data }) => data.revision).sort((a, b) => a - b)
    const parts = [...snapshots].map(([id, { data }]) => ({
      points: data.points,
      filter: { ...pointFilter, numbers: chosen?.byService.get(id) },
    }))
    if (missing.length === 0) return { parts, watermark, key: JSON.stringify([revisions, filter, chosen?.key]) }
    return {
      parts,
      missing,
      rows: await selectRows({ ...actor, visibleServiceIds: missing }, filter),
      key: JSON.stringify([revisions, filter, missing.toSorted(), feed.revision()]),
    }
  }

  const cellsOf = async ({ parts, rows }: TileSource, tile: Tile): Promise<Cells> => {
    const cells = new Cells(tile)
    for (const { points, filter } of parts) await cells.add(points, filter)
    if (rows) await addCellsFromSql(db, cells, rows)
    return cells
  }

  /**
   * While a service is being loaded, PostgreSQL counts for a few callers at a time. Whose turn comes looks again: by then
   * the service may be in memory. `isFar`: for most of its rows.
   */
  const withSource = async <T>(
    actor: Actor,
    filter: AoiFilter,
    isFar: boolean,
    work: (source: TileSource) => Promise<T>,
  ): Promise<T> => {
    const source = await sourceOf(actor, filter)
    if (!source.missing) return work(source)
    if (isFar && (await livePoints.rowsBeingLoaded(source.missing)) > mostCountedRows)
      throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    return inTurn(async () => work(await sourceOf(actor, filter)))
  }

  const tiles = memoize(TILES_CACHED, async (_, source: TileSource, tile: Tile): Promise<EncodedTile> => {
    const bytes = encodeTile(await featuresOf(db, await cellsOf(source, tile)))
    return { bytes, etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"` }
  })
  const bounds = memoize(COUNTS_CACHED, async (_, source: TileSource): Promise<Bounds | undefined> => {
    const { box } = await cellsOf(source, WORLD)
    if (!box) return undefined
    const { west, south, east, north } = boundsOf(box)
    return [west, south, east, north]
  })
  const counts = memoize(COUNTS_CACHED, async (_, source: TileSource, filter: PointFilter) =>
    countStates(pointsOf(source), filter),
  )

  return {
    /** Returns undefined if the map has no such tile. */
    async tile(actor: Actor, filter: AoiFilter, tile: Tile): Promise<EncodedTile | undefined> {
      if (!tileExists(tile)) return undefined
      const isFar = tile.z < PLACE_ZOOM
      const key = `${tile.z}/${tile.x}/${tile.y}`
      return withSource(actor, filter, isFar, (source) => tiles(`${key} ${source.key}`, source, tile))
    },

    /** The smallest bounds around all of them, in degrees. */
    bounds: (actor: Actor, filter: AoiFilter): Promise<Bounds | undefined> =>
      withSource(actor, filter, true, (source) => bounds(source.key, source)),

    /** How many there are in each state. Returns undefined if only the database can tell. */
    async countStates(actor: Actor, filter: AoiFilter): Promise<StateMetrics | undefined> {
      const pointFilter = pointFilterOf(filter)
      if (!pointFilter) return undefined
      let source = await sourceOf(actor, filter)
      // Changes that were applied meanwhile must be among the messages that the counts include.
      if (await prepareCounts(pointsOf(source), pointFilter)) source = await sourceOf(actor, filter)
      if (!source.watermark) return undefined
      const { position, early } = source.watermark
      return { ...(await counts(source.key, source, pointFilter)), includes: { position, early: [...early] } }
    },

    /** How much is in memory. */
    state: () => livePoints.state(),

    /** Loads these services and waits for them. */
    load: (serviceIds: readonly string[]) => livePoints.load(serviceIds),

    keepUp: () => livePoints.keepUp(),
  }
}

const pointsOf = ({ parts }: TileSource): Points[] => parts.map(({ points }) => points)
