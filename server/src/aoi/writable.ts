import { type Actor, type AoiSubject, orNotFound } from '#contract'
import type { Db } from '../db/database.ts'
import type { AllowSubject } from '../http/serve.ts'
import * as aois from './queries.ts'

/** The AOI of the path, locked for a change. Throws if the caller cannot see it or lacks the right. */
export const writable = async (
  db: Db,
  actor: Actor,
  allow: AllowSubject<AoiSubject>,
  name: { id: string } | { number: number },
) => allow(orNotFound(await aois.subject(db, actor, name, { forUpdate: true })))
