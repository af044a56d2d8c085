import type { Actor } from '#contract'
import type { Db } from '../../db/database.ts'
import { type Filter, scope } from '../filter.ts'
import { pointsOf } from './load.ts'
import type { Points } from './points.ts'

/** Opening an AOI makes it read and tells nobody: that is seen after this time. */
const KEPT_MS = 1_000
/** All that are kept together; 23 bytes each. */
const MOST_POINTS = 2_000_000

export type Selection = { points: Points; stamp: number }
type Kept = { selection: Promise<Selection>; revision: number; atMs: number; count: number }

let stamps = 0

/**
 * What a filter finds for a reader, where only the database can tell. All tiles of a view use one answer: it is kept
 * for a moment, and not beyond the next change of an AOI.
 */
export const openSelections = (db: Db) => {
  const kept = new Map<string, Kept>()

  const select = async (actor: Actor, filter: Filter): Promise<Selection> => ({
    points: await pointsOf(db, scope(filter, actor)),
    stamp: ++stamps,
  })

  const forgetOld = (nowMs: number) => {
    let count = 0
    // The newest are at the end.
    for (const [key, one] of [...kept].reverse()) {
      count += one.count
      if (nowMs - one.atMs >= KEPT_MS || count > MOST_POINTS) kept.delete(key)
    }
  }

  return (actor: Actor, filter: Filter, revision: number): Promise<Selection> => {
    const nowMs = performance.now()
    const key = JSON.stringify([actor.id, actor.visibleServiceIds, filter])
    forgetOld(nowMs)
    const known = kept.get(key)
    if (known && known.revision === revision) return known.selection
    const one: Kept = { selection: select(actor, filter), revision, atMs: nowMs, count: 0 }
    kept.delete(key)
    kept.set(key, one)
    one.selection.then(
      ({ points }) => {
        one.count = points.length
      },
      () => kept.get(key) === one && kept.delete(key),
    )
    return one.selection
  }
}
