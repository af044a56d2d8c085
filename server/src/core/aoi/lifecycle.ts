import { sql } from 'kysely'
import { aoiApi, orNotFound, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { serve } from '../../platform/http/serve.ts'
import { gather } from './areas.ts'
import { details } from './details.ts'
import { mergedInto } from './merge.ts'
import { recordAoiChange } from './record-change.ts'
import * as aois from './subject.ts'
import { auditNameOf, unmerged, writable } from './subject.ts'

/** `memberId` is null if a reporter closed its own report. */
export const archive = async (db: Db, aoiId: string, memberId: string | null): Promise<void> => {
  await db
    .updateTable('aoi')
    .set({ archivedAt: sql<Date>`now()`, archivedBy: memberId })
    .where('id', '=', aoiId)
    .execute()
}

export const unarchive = async (db: Db, aoiId: string): Promise<void> => {
  await db.updateTable('aoi').set({ archivedAt: null, archivedBy: null }).where('id', '=', aoiId).execute()
}

export const lifecycleRoutes = [
  serve(aoiApi.archive, async ({ db, actor, params, allow }) => {
    const aoi = await writable(db, actor, allow, params)
    if (!aoi.isArchived) {
      await archive(db, aoi._id, actor.id)
      await recordAoiChange(db, aoi._id, actor, { what: 'archived' })
    }
    return details(db, actor, aoi._id)
  }),

  serve(aoiApi.unarchive, async ({ db, actor, params, allow }) => {
    const aoi = await writable(db, actor, allow, params)
    if (aoi.isArchived) {
      await unarchive(db, aoi._id)
      await recordAoiChange(db, aoi._id, actor, { what: 'unarchived' })
    }
    return details(db, actor, aoi._id)
  }),

  serve(aoiApi.remove, async ({ db, actor, params, allow, audit }) => {
    const aoi = await unmerged(db, actor, allow, params)
    if ((await mergedInto(db, aoi._id)).length > 0) throw new Problem('merged')
    await db
      .updateTable('aoi')
      .set({ deletedAt: sql<Date>`now()`, deletedBy: actor.id })
      .where('id', '=', aoi._id)
      .execute()
    await recordAoiChange(db, aoi._id, actor, { what: 'deleted' })
    await audit({ action: 'aoi.delete', targetKind: aoi.kind, targetId: aoi._id, targetName: auditNameOf(aoi) })
    return { _id: aoi._id }
  }),

  serve(aoiApi.restore, async ({ db, actor, params, allow, audit }) => {
    const aoi = allow(orNotFound(await aois.subject(db, actor, params, { isDeleted: true, forUpdate: true })))
    await db.updateTable('aoi').set({ deletedAt: null, deletedBy: null }).where('id', '=', aoi._id).execute()
    if (aoi.kind === 'sensor') await gather(db, aoi._id)
    await recordAoiChange(db, aoi._id, actor, { what: 'restored' })
    await audit({ action: 'aoi.restore', targetKind: aoi.kind, targetId: aoi._id, targetName: auditNameOf(aoi) })
    return details(db, actor, aoi._id)
  }),
]
