import { type Actor, MERGED_LISTED, orNotFound, Problem, twinApi } from '#contract'
import { details } from '../../core/aoi/details.ts'
import { lockFamilies, mergedInto, mergeReports, separateReports } from '../../core/aoi/merge.ts'
import { auditNameOf, type Subject, subject } from '../../core/aoi/subject.ts'
import { dismissTwins } from '../../core/aoi/twin-opinions.ts'
import * as eventTypes from '../../core/event-type/queries.ts'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { inSnapshot } from '../../platform/db/transaction.ts'
import { serve } from '../../platform/http/serve.ts'
import { candidate, claimedTwins } from './queries.ts'
import { suggestedGroups, twinsOf } from './suggest.ts'

const SHOWN_ON_CARD = 5

const subjectOf = async (db: Db, actor: Actor, id: string, { toMain = false } = {}) =>
  orNotFound(await subject(db, actor, { id }, { forUpdate: true, toMain }))

export const twinRoutes = [
  serve(twinApi.similar, async ({ db, actor, body, allow }) => {
    const serviceId = body.serviceId ?? actor.serviceId
    allow({ serviceId, kind: 'event', eventTypeId: null, regionId: null })
    const type = await eventTypes.byId(db, body.typeId)
    if (type?.service !== serviceId) throw new Problem('notFound')
    const report = {
      typeId: type._id,
      typeName: type.name,
      place: body.place,
      createdAt: body.creationTime ?? databaseTime(),
      text: body.text,
      answers: body.answers.map(({ _id, value }) => ({ questionId: _id, value })),
    }
    return twinsOf(db, { serviceId, report, range: { radiusMetres: type.twinRadiusMetres, hours: type.twinHours } })
  }),

  serve(twinApi.ofAoi, async ({ db, actor, params, allow }) => {
    const { _id: aoiId, serviceId } = allow(orNotFound(await subject(db, actor, params)))
    const report = await candidate(db, aoiId)
    if (!report) return []
    return twinsOf(db, { ...report, serviceId, aoiId, claimedIds: await claimedTwins(db, aoiId) }, SHOWN_ON_CARD)
  }),

  serve(twinApi.groups, async ({ db, actor, allow }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId, kind: 'event' })
    return suggestedGroups(db, serviceId)
  }),

  serve(twinApi.merge, async ({ db, actor, params, body, allow, audit }) => {
    await lockFamilies(db, [params.id, ...body.aoiIds])
    const main = allow(await subjectOf(db, actor, params.id, { toMain: true }))
    const merged = new Map<string, Subject>()
    for (const id of body.aoiIds) {
      const report = await subjectOf(db, actor, id, { toMain: true })
      if (report.serviceId !== main.serviceId || report.kind !== 'event') throw new Problem('notFound')
      if (report._id !== main._id) merged.set(report._id, report)
    }
    if (merged.size > 0) {
      const reports = [...merged.values()]
      await mergeReports(db, actor, main, reports)
      const numbers = reports.map(({ number }) => `#${number}`).join(' ')
      const target = { targetKind: 'event', targetId: main._id, targetName: auditNameOf(main) }
      await audit({ action: 'aoi.merge', ...target, detail: { merged: numbers } })
    }
    return details(db, actor, main._id)
  }),

  serve(twinApi.separate, async ({ db, actor, params, allow, audit }) => {
    await lockFamilies(db, [params.id])
    const report = allow(await subjectOf(db, actor, params.id))
    const main = report.mainId ? await subjectOf(db, actor, report.mainId) : report
    const separated = report.mainId ? [report] : await mergedInto(db, report._id)
    if (separated.length === 0) return { aoiIds: [] }
    const aoiIds = await separateReports(db, actor, main, separated)
    const numbers = separated.map(({ number }) => `#${number}`).join(' ')
    const target = { targetKind: 'event', targetId: main._id, targetName: auditNameOf(main) }
    await audit({ action: 'aoi.separate', ...target, detail: { separated: numbers } })
    return { aoiIds }
  }),

  serve(twinApi.merged, async ({ db, actor, params, query, allow }) => {
    const main = allow(orNotFound(await subject(db, actor, params)))
    return inSnapshot(db, async (snapshot) => {
      const rows = await snapshot
        .selectFrom('aoi')
        .select('id')
        .where('mainId', '=', main._id)
        .orderBy('createdAt')
        .orderBy('id')
        .offset(query.offset)
        .limit(MERGED_LISTED)
        .execute()
      const reports = []
      for (const { id } of rows) reports.push(await details(snapshot, actor, id))
      return reports
    })
  }),

  serve(twinApi.dismiss, async ({ db, actor, params, body, allow }) => {
    const { _id: aoiId, serviceId } = allow(await subjectOf(db, actor, params.id))
    await dismissTwins(db, { serviceId, aoiId, by: actor.id }, body.aoiIds)
    return {}
  }),
]
