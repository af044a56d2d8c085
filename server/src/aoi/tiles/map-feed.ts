import { createHash } from 'node:crypto'
import type { Actor, AoiFilter } from '#contract'
import type { Db } from '../../db/database.ts'
import { withMetric } from '../filter.ts'
import { Cells } from './cells.ts'
import { encode } from './encode.ts'
import { featuresOf } from './features.ts'
import type { Tile } from './grid.ts'
import { openMapIndex } from './map-index.ts'
import type { Points } from './points.ts'
import { openSelections } from './selections.ts'
import { anything, type Wanted, wantedBy } from './wanted.ts'

/** At most 64 features each: some 10 kB at worst. */
const TILES_KEPT = 1_000

export type DrawnTile = { bytes: Buffer; etag: string }

type Source = { points: Points[]; wanted: Wanted; key: string }

export type MapFeed = ReturnType<typeof openMapFeed>

/** The map's own feed: what a reader may see, as tiles of clusters and points. */
export const openMapFeed = (db: Db, log: { info(details: object, text: string): void }) => {
  const freshIndex = openMapIndex(db, log)
  const select = openSelections(db)
  const kept = new Map<string, Promise<DrawnTile>>()

  /** Where the points come from, and a name for exactly these: the same name means the same tile, whoever asks. */
  const sourceFor = async (actor: Actor, filter: AoiFilter): Promise<Source> => {
    const { services, revision } = await freshIndex()
    const wanted = wantedBy(filter)
    if (!wanted) {
      // The metric as it is now, so that a changed one never finds what it found before.
      const { points, stamp } = await select(actor, await withMetric(db, actor, filter), revision)
      return { points: [points], wanted: anything, key: `selection ${stamp}` }
    }
    const visible = actor.visibleServiceIds.flatMap((id) => services.get(id) ?? [])
    const versions = visible.map(({ version }) => version).sort((a, b) => a - b)
    return { points: visible.map(({ points }) => points), wanted, key: JSON.stringify([versions, filter]) }
  }

  const draw = async ({ points, wanted }: Source, tile: Tile): Promise<DrawnTile> => {
    const cells = new Cells(tile)
    for (const some of points) await cells.add(some, wanted)
    const bytes = encode(await featuresOf(db, cells))
    return { bytes, etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"` }
  }

  return {
    async tile(actor: Actor, filter: AoiFilter, tile: Tile): Promise<DrawnTile> {
      const source = await sourceFor(actor, filter)
      const key = `${tile.z}/${tile.x}/${tile.y} ${source.key}`
      const drawn = kept.get(key) ?? draw(source, tile)
      // Put at the end, so that the first is the one that was not asked for the longest.
      kept.delete(key)
      kept.set(key, drawn)
      if (kept.size > TILES_KEPT) kept.delete(kept.keys().next().value ?? '')
      drawn.catch(() => kept.delete(key))
      return drawn
    },

    /** Reads everything before the first one asks. */
    async warm(): Promise<void> {
      await freshIndex()
    },
  }
}
