import { type Actor, orNotFound, Problem, type ReviewResult, reviewApi } from '#contract'
import * as eventTypes from '../../core/event-type/queries.ts'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Announce, type AuditLine, serve } from '../../platform/http/serve.ts'
import { acceptReports, mergeSelection } from './accept.ts'
import { askReporters, type DecisionResult, handReports, lockReports, refuseReports } from './decide.ts'
import { releaseReport, takeNext, takeReport } from './lease.ts'
import { announceReview, notifyRole } from './notify.ts'
import { heldReportIds, heldReports, reviewStatus } from './queries.ts'
import { undoDecisions } from './undo.ts'

/** Sends questions to visitors who reported by text message. */
type QuestionTexts = {
  unreachable: (db: Db, reportIds: readonly string[]) => Promise<string[]>
  send: (db: Db, reportIds: readonly string[]) => Promise<void>
}

type Work = { db: Db; actor: Actor; announce: Announce; audit: AuditLine }

const conclude = async (
  { db, actor, announce, audit }: Work,
  action: string,
  { numbers, ...result }: DecisionResult,
  detail: Record<string, unknown> = {},
): Promise<ReviewResult> => {
  if (numbers.length === 0) return result
  await announceReview(db, announce, actor.serviceId)
  const reports = numbers.map((number) => `#${number}`).join(' ')
  await audit({ action, targetKind: 'report', detail: { reports, ...detail } })
  return result
}

const decisionOf = ({ db, actor, announce }: Work) => ({ db, actor, announce, now: databaseTime() })

const isThere = async (db: Db, actor: Actor, id: string): Promise<void> => {
  orNotFound(
    await db
      .selectFrom('heldReport')
      .select('id')
      .where('id', '=', id)
      .where('serviceId', '=', actor.serviceId)
      .executeTakeFirst(),
  )
}

export const reviewRoutes = ({ questions }: { questions: QuestionTexts }) => [
  serve(reviewApi.status, async ({ db, actor, allow }) => {
    allow({ serviceId: actor.serviceId })
    return reviewStatus(db, actor)
  }),

  serve(reviewApi.list, async ({ db, actor, query, allow }) => {
    allow({ serviceId: actor.serviceId })
    return heldReports(db, actor, query)
  }),

  serve(reviewApi.ids, async ({ db, actor, query, allow }) => {
    allow({ serviceId: actor.serviceId })
    return heldReportIds(db, actor, query)
  }),

  serve(reviewApi.next, async ({ db, actor, body, allow }) => {
    allow({ serviceId: actor.serviceId })
    return { report: await takeNext(db, actor, body.skipped) }
  }),

  serve(reviewApi.take, async ({ db, actor, params, allow }) => {
    allow({ serviceId: actor.serviceId })
    await isThere(db, actor, params.id)
    return takeReport(db, actor, params.id)
  }),

  serve(reviewApi.release, async ({ db, actor, params, allow }) => {
    allow({ serviceId: actor.serviceId })
    await isThere(db, actor, params.id)
    await releaseReport(db, actor, params.id)
    return {}
  }),

  serve(reviewApi.accept, async (work) => {
    const { serviceId } = work.allow({ serviceId: work.actor.serviceId })
    const { ids, publicText, hasPublicPhoto, typeId, place } = work.body
    const type =
      typeId && orNotFound((await eventTypes.ofService(work.db, serviceId)).find(({ _id }) => _id === typeId))
    const decided = await acceptReports(decisionOf(work), ids, {
      publicText,
      hasPublicPhoto,
      ...(type && { type }),
      ...(place && { place }),
    })
    return conclude(work, 'report.accept', decided, type ? { name: type.name } : {})
  }),

  serve(reviewApi.merge, async (work) => {
    const { db, actor, body } = work
    const { serviceId } = work.allow({ serviceId: actor.serviceId })
    if (body.aoiId === undefined)
      return conclude(work, 'report.merge', await mergeSelection(decisionOf(work), body.ids))
    const main = orNotFound(
      await db
        .selectFrom('aoi')
        .select(['id', 'number'])
        .where('id', '=', body.aoiId)
        .where('serviceId', '=', serviceId)
        .where('kind', '=', 'event')
        .where('deletedAt', 'is', null)
        .executeTakeFirst(),
    )
    const decided = await acceptReports(decisionOf(work), body.ids, { mainId: main.id })
    return conclude(work, 'report.merge', decided, { number: main.number })
  }),

  serve(reviewApi.refuse, async (work) => {
    work.allow({ serviceId: work.actor.serviceId })
    const { ids, reason, text } = work.body
    return conclude(work, 'report.refuse', await refuseReports(decisionOf(work), ids, reason, text), { reason })
  }),

  serve(reviewApi.ask, async (work) => {
    const { db, actor, body } = work
    work.allow({ serviceId: actor.serviceId })
    await lockReports(decisionOf(work), body.ids)
    const unreachable = await questions.unreachable(db, body.ids)
    const ids = body.ids.filter((id) => !unreachable.includes(id))
    const asked =
      ids.length > 0 ? await askReporters(decisionOf(work), ids, body.question) : { done: [], left: [], numbers: [] }
    await questions.send(db, asked.done)
    return conclude(work, 'report.ask', { ...asked, left: [...asked.left, ...new Set(unreachable)] })
  }),

  serve(reviewApi.hand, async (work) => {
    const { db, actor, body } = work
    const { serviceId } = work.allow({ serviceId: actor.serviceId })
    const role = orNotFound(
      await db
        .selectFrom('role')
        .select(['id', 'name', 'isViewer'])
        .where('id', '=', body.roleId)
        .where('serviceId', '=', serviceId)
        .executeTakeFirst(),
    )
    if (role.isViewer) throw new Problem('invalid', { fields: { roleId: 'form.invalid' } })
    const decided = await handReports(decisionOf(work), body.ids, role.id)
    if (decided.done.length > 0) await notifyRole(db, serviceId, role.id, decided.done.length)
    return conclude(work, 'report.hand', decided, { name: role.name })
  }),

  serve(reviewApi.undo, async (work) => {
    work.allow({ serviceId: work.actor.serviceId })
    return conclude(work, 'report.undo', await undoDecisions(decisionOf(work), work.body.ids))
  }),

  serve(reviewApi.hold, async ({ db, actor, body: { isOn }, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    const change = { holdsEverything: isOn, changedBy: actor.id, changedAt: databaseTime() }
    await db
      .insertInto('reviewSetting')
      .values({ serviceId, ...change })
      .onConflict((conflict) => conflict.column('serviceId').doUpdateSet(change))
      .execute()
    await audit({ action: 'report.hold', targetKind: 'service', targetId: serviceId, detail: { isOn } })
    await announceReview(db, announce, serviceId)
    return reviewStatus(db, actor)
  }),

  serve(reviewApi.change, async ({ db, actor, body, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    await db
      .insertInto('reviewSetting')
      .values({ serviceId, ...body })
      .onConflict((conflict) => conflict.column('serviceId').doUpdateSet(body))
      .execute()
    await audit({ action: 'report.settings', targetKind: 'service', targetId: serviceId, detail: body })
    await announceReview(db, announce, serviceId)
    return body
  }),
]
