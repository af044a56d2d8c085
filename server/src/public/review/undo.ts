import * as aois from '../../core/aoi/withdraw.ts'
import type { Db } from '../../platform/db/database.ts'
import { withdrawAddition } from './additions.ts'
import { type Decision, type DecisionResult, decideEach, joinResults, type StoredReport } from './decide.ts'
import { leaseUntil } from './lease.ts'

const undoOne = async ({ db, actor }: Decision, report: StoredReport): Promise<boolean> => {
  if (!report.undo) return false
  if (report.state === 'accepted' && report.addsTo !== null) {
    if (!(await withdrawAddition(db, report))) return false
  } else if (report.state === 'accepted') {
    if (!report.aoiId || !report.decidedAt) return false
    const imageFileId = await imageOf(db, report.aoiId)
    // The reference is cleared first, because the deletion of the event would cascade to this row.
    await db.updateTable('heldReport').set({ aoiId: null }).where('id', '=', report.id).execute()
    if (!(await aois.withdrawReport(db, actor, { id: report.aoiId, since: report.decidedAt }))) {
      await db.updateTable('heldReport').set({ aoiId: report.aoiId }).where('id', '=', report.id).execute()
      return false
    }
    await db.updateTable('heldReport').set({ imageFileId }).where('id', '=', report.id).execute()
  }
  const { questions, ...before } = report.undo
  await db
    .updateTable('heldReport')
    .set({
      ...before,
      questions: JSON.stringify(questions),
      undo: null,
      decidedBy: null,
      decidedAt: null,
      leasedBy: actor.id,
      leasedUntil: leaseUntil,
    })
    .where('id', '=', report.id)
    .execute()
  return true
}

const imageOf = async (db: Db, aoiId: string): Promise<string | null> =>
  (await db.selectFrom('aoi').select('imageFileId').where('id', '=', aoiId).executeTakeFirst())?.imageFileId ?? null

export const undoDecisions = async (decision: Decision, ids: readonly string[]): Promise<DecisionResult> => {
  const undo = (some: readonly string[]) =>
    decideEach(
      decision,
      some,
      (report) => undoOne(decision, report),
      () => true,
    )
  const first = await undo(ids)
  // The rest is retried, because a report can be undone only after the reports that were merged into it.
  if (first.done.length === 0 || first.left.length === 0) return first
  return joinResults({ ...first, left: [] }, await undo(first.left))
}
