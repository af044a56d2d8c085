import { createHash } from 'node:crypto'
import type { Actor, AoiFilter, StateMetrics } from '#contract'
import type { Db } from '../../db/database.ts'
import { remembered } from '../../places/remembered.ts'
import { withMetric } from '../filter.ts'
import type { Held, Log } from '../memory/follow.ts'
import type { Tile } from '../memory/grid.ts'
import { anything, type Wanted, wantedBy } from '../memory/wanted.ts'
import type { WordSearch } from '../words/word-search.ts'
import { Cells } from './cells.ts'
import { countStates } from './count.ts'
import { encode } from './encode.ts'
import { featuresOf } from './features.ts'
import { openMapIndex, type Services } from './map-index.ts'
import type { Points } from './points.ts'
import { openSelections } from './selections.ts'

/** At most 64 features each: some 10 kB at worst. */
const TILES_KEPT = 1_000
const COUNTS_KEPT = 100

export type DrawnTile = { bytes: Buffer; etag: string }

type Source = { points: Points[]; wanted: Wanted; key: string }

type Tools = {
  /** Where it is missing, the database is asked what a search finds. */
  words?: WordSearch
  signal?: AbortSignal
}

export type MapFeed = ReturnType<typeof openMapFeed>

/** The map's own feed: what a reader may see, as tiles of clusters and points. */
export const openMapFeed = (db: Db, log: Log, { words, signal }: Tools = {}) => {
  const index = openMapIndex(db, log, signal)
  const select = openSelections(db)

  /** Where the points come from, and a name for exactly these: the same name means the same tile, whoever asks. */
  const sourceFor = async (held: Held<Services>, actor: Actor, filter: AoiFilter): Promise<Source> => {
    const { all: services, revision } = held
    const { search, ...others } = filter
    const wanted = wantedBy(others)
    const sought = wanted && search ? await words?.numbers(search) : undefined
    if (!wanted || (search && !sought)) {
      // The metric as it is now, so that a changed one never finds what it found before.
      const { points, stamp } = await select(actor, await withMetric(db, actor, filter), revision)
      return { points: [points], wanted: anything, key: `selection ${stamp}` }
    }
    const visible = actor.visibleServiceIds.flatMap((id) => services.get(id) ?? [])
    const versions = visible.map(({ version }) => version).sort((a, b) => a - b)
    return {
      points: visible.map(({ points }) => points),
      wanted: { ...wanted, numbers: sought?.found },
      key: JSON.stringify([versions, others, sought?.stamp]),
    }
  }

  const draw = async ({ points, wanted }: Source, tile: Tile): Promise<DrawnTile> => {
    const cells = new Cells(tile)
    for (const some of points) await cells.add(some, wanted)
    const bytes = encode(await featuresOf(db, cells))
    return { bytes, etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"` }
  }

  // The key of a source never means another one.
  const tiles = remembered(TILES_KEPT, (_, source: Source, tile: Tile) => draw(source, tile))
  const counts = remembered(COUNTS_KEPT, async (_, { points, wanted }: Source) => countStates(points, wanted))

  return {
    async tile(actor: Actor, filter: AoiFilter, tile: Tile): Promise<DrawnTile> {
      const source = await sourceFor(await index.fresh(), actor, filter)
      return tiles(`${tile.z}/${tile.x}/${tile.y} ${source.key}`, source, tile)
    },

    /** How many there are in each state. Nothing where only the database can tell, or as long as nothing was read. */
    async states(actor: Actor, filter: AoiFilter): Promise<StateMetrics | undefined> {
      const held = wantedBy(filter) && (await index.now())
      if (!held) return undefined
      const source = await sourceFor(held, actor, filter)
      return counts(source.key, source)
    },

    /** Reads everything before the first one asks. */
    async warm(): Promise<void> {
      await index.fresh()
    },
  }
}
