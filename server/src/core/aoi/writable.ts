import { type Actor, type AoiSubject, orNotFound, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { AllowSubject } from '../../platform/http/serve.ts'
import * as aois from './queries.ts'

/**
 * The AOI of the path, locked; the main one of a merged report. Throws if the caller cannot see it or lacks the right.
 */
export const writable = async (
  db: Db,
  actor: Actor,
  allow: AllowSubject<AoiSubject>,
  name: { id: string } | { number: number },
) => allow(orNotFound(await aois.subject(db, actor, name, { forUpdate: true, toMain: true })))

/** The AOI of the path itself, locked. Also throws if it is merged, because it must be separated first. */
export const unmerged = async (
  db: Db,
  actor: Actor,
  allow: AllowSubject<AoiSubject>,
  name: { id: string } | { number: number },
) => {
  const aoi = allow(orNotFound(await aois.subject(db, actor, name, { forUpdate: true })))
  if (aoi.mainId) throw new Problem('merged')
  return aoi
}
