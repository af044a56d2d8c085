import { type Selectable, sql } from 'kysely'
import { type Actor, isAskable, Problem, type RefusalReason, type ReviewResult } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import type { HeldReportTable, ReviewSnapshot } from '../../platform/db/schema/review.ts'
import type { Announce } from '../../platform/http/serve.ts'
import { noteEmptyQueue } from './notify.ts'

export type StoredReport = Selectable<HeldReportTable>

export type Decision = { db: Db; announce: Announce; actor: Actor; now: Date }

export const lockReports = async ({ db, actor, now }: Decision, ids: readonly string[]): Promise<StoredReport[]> => {
  const uniqueIds = [...new Set(ids)]
  const rows = await db
    .selectFrom('heldReport')
    .selectAll()
    .where('id', 'in', uniqueIds)
    .where('serviceId', '=', actor.serviceId)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < uniqueIds.length) throw new Problem('notFound')
  return rows.filter(
    ({ leasedBy, leasedUntil }) => leasedBy === null || leasedBy === actor.id || !leasedUntil || leasedUntil < now,
  )
}

const snapshotOf = ({ state, roleId, reason, reasonText, questions }: StoredReport): ReviewSnapshot => ({
  state,
  roleId,
  reason,
  reasonText,
  questions,
})

type Change = Partial<ReviewSnapshot> & { aoiId?: string; imageFileId?: null }

export const storeDecision = async (
  { db, actor }: Decision,
  report: StoredReport,
  { questions, ...change }: Change,
): Promise<void> => {
  await db
    .updateTable('heldReport')
    .set({
      ...change,
      ...(questions && { questions: JSON.stringify(questions) }),
      undo: JSON.stringify(snapshotOf(report)),
      decidedBy: actor.id,
      decidedAt: sql<Date>`now()`,
      leasedBy: null,
      leasedUntil: null,
    })
    .where('id', '=', report.id)
    .execute()
}

export type DecisionResult = ReviewResult & { numbers: number[] }

export const joinResults = (one: DecisionResult, other: DecisionResult): DecisionResult => ({
  done: [...one.done, ...other.done],
  left: [...one.left, ...other.left],
  numbers: [...one.numbers, ...other.numbers],
})

export const decideEach = async (
  decision: Decision,
  ids: readonly string[],
  decide: (report: StoredReport) => Promise<boolean>,
  isOpen = ({ state }: StoredReport) => state === 'waiting' || state === 'asked',
): Promise<DecisionResult> => {
  const numbers: number[] = []
  const done: string[] = []
  for (const report of await lockReports(decision, ids)) {
    if (!isOpen(report) || !(await decide(report))) continue
    done.push(report.id)
    numbers.push(report.number)
  }
  if (done.length > 0) await noteEmptyQueue(decision.db, decision.actor.serviceId)
  return { done, left: [...new Set(ids)].filter((id) => !done.includes(id)), numbers }
}

export const refuseReports = (decision: Decision, ids: readonly string[], reason: RefusalReason, reasonText: string) =>
  decideEach(decision, ids, async (report) => {
    await storeDecision(decision, report, { state: 'refused', reason, reasonText })
    return true
  })

/** Asks the reporters of these reports a question. Reports without a visitor and added photos are left out. */
export const askReporters = (decision: Decision, ids: readonly string[], question: string) =>
  decideEach(
    decision,
    ids,
    async (report) => {
      if (report.visitorId === null || !isAskable(report)) return false
      const { actor, now } = decision
      const entry = {
        id: newId(),
        question,
        askedAt: now.toISOString(),
        askedBy: actor.id,
        answer: null,
        answeredAt: null,
      }
      await storeDecision(decision, report, { state: 'asked', questions: [...report.questions, entry] })
      return true
    },
    ({ state }) => state === 'waiting',
  )

export const handReports = (decision: Decision, ids: readonly string[], roleId: string) =>
  decideEach(
    decision,
    ids,
    async (report) => {
      await storeDecision(decision, report, { roleId })
      return true
    },
    ({ state }) => state === 'waiting',
  )
