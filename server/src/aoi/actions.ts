import { sql } from 'kysely'
import type { Actor, SystemChange } from '#contract'
import type { Db } from '../db/database.ts'
import type { Announce } from '../http/serve.ts'
import * as logs from '../log/queries.ts'
import * as aois from './queries.ts'

/** A change of an AOI: it is noted, written into its log, and everyone who can see it hears of it. */
export const changed = async (
  db: Db,
  announce: Announce,
  aoi: { _id: string; serviceId: string },
  author: Actor | null,
  change?: SystemChange,
): Promise<void> => {
  if (change) await logs.recordChange(db, aoi._id, author, change)
  await aois.touch(db, aoi._id, author?.id ?? null)
  await announce(
    { type: 'AOI_UPDATED', serviceId: aoi.serviceId, aoiIds: [aoi._id] },
    { memberIds: await aois.sharedWith(db, aoi._id) },
  )
}

/** Deleted AOIs can be restored for 30 days; then they are gone for good, with what belongs to them. */
export const forgetDeleted = async (db: Db): Promise<void> => {
  await db.deleteFrom('aoi').where('deletedAt', '<', sql<Date>`now() - interval '30 days'`).execute()
}
