import type { RawBuilder } from 'kysely'
import type { Actor, AoiFilter } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { slots } from '../../platform/kit/slots.ts'
import { readPoints } from './load.ts'
import type { Points } from './points.ts'

/** Opening an AOI marks it as read and no message tells of it: the map shows that after this time. */
const REUSE_MS = 1_000
/** Of all selections in the cache together; 23 bytes each. */
const MAX_CACHED_POINTS = 2_000_000
/** Each takes a connection, and memory for as many points as the caller can see. */
const LOADS_AT_ONCE = 2

/** The rows that a filter finds for a caller, as SQL that names them `a`. */
export type SelectRows = (actor: Actor, filter: AoiFilter) => Promise<RawBuilder<unknown>>

/** `revision` is another number for each selection that was read. */
export type Selection = { points: Points; revision: number }

/** `startedAtMs` is undefined as long as the selection waits for its turn. */
type Progress = { startedAtMs: number | undefined; pointCount: number }
/** `indexRevision`: that of the live points when the selection was asked for. */
type Entry = { selection: Promise<Selection>; indexRevision: number; progress: Progress }

let revisions = 0

/**
 * The points that a filter finds for a caller, where only the database can decide. All tiles of a view share one
 * selection: it is reused for a moment, and not after the next change of an AOI. At most `LOADS_AT_ONCE` are read at the
 * same time; callers who ask for the same rows while they wait for their turn share one read.
 */
export const openSelections = (db: Db, selectRows: SelectRows) => {
  const cache = new Map<string, Entry>()
  const inTurn = slots(LOADS_AT_ONCE)

  /** The newest entries are last in the map, and stay as long as all together are within the limit. */
  const evict = (nowMs: number) => {
    let pointCount = 0
    for (const [key, { progress }] of [...cache].reverse()) {
      pointCount += progress.pointCount
      if (nowMs - (progress.startedAtMs ?? nowMs) >= REUSE_MS || pointCount > MAX_CACHED_POINTS) cache.delete(key)
    }
  }

  const load = (key: string, rows: RawBuilder<unknown>, indexRevision: number): Promise<Selection> => {
    const progress: Progress = { startedAtMs: undefined, pointCount: 0 }
    const selection = inTurn(async () => {
      progress.startedAtMs = performance.now()
      const points = await readPoints(db, rows)
      progress.pointCount = points.length
      evict(performance.now())
      return { points, revision: ++revisions }
    })
    const entry = { selection, indexRevision, progress }
    cache.delete(key)
    cache.set(key, entry)
    selection.catch(() => cache.get(key) === entry && cache.delete(key))
    return selection
  }

  return async (actor: Actor, filter: AoiFilter, indexRevision: number): Promise<Selection> => {
    const rows = await selectRows(actor, filter)
    const { sql, parameters } = rows.compile(db)
    const key = JSON.stringify([sql, parameters])
    evict(performance.now())
    const cached = cache.get(key)
    const isReusable = cached && (cached.progress.startedAtMs === undefined || cached.indexRevision === indexRevision)
    return isReusable ? cached.selection : load(key, rows, indexRevision)
  }
}
