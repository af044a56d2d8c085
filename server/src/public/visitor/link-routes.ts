import { orNotFound, Problem, type PublicLink, progressTextNames, reporterTextProblems, visitorApi } from '#contract'
import * as eventTypes from '../../core/event-type/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Route, serve } from '../../platform/http/serve.ts'
import { openActivities } from './follow.ts'
import { mainLanguageOf, reporterTextsOf, writeReporterTexts } from './progress.ts'
import * as visitors from './queries.ts'

export const publicLinkRoutes = ({ publicUrl }: { publicUrl: string }): Route[] => {
  const linkOf = async (db: Db, serviceId: string): Promise<PublicLink> => {
    const link = orNotFound(await visitors.linkOf(db, serviceId))
    const isEmpty =
      (await eventTypes.ofService(db, serviceId)).length === 0 && (await openActivities(db, serviceId)).length === 0
    return {
      link: `${publicUrl}/invite?token=${link.token}`,
      createdAt: link.createdAt.toISOString(),
      alertedAt: link.alertedAt?.toISOString() ?? null,
      isEmpty,
      holdsReports: link.holdsReports,
    }
  }
  return [
    serve(visitorApi.publicLink, async ({ db, actor, allow, audit }) => {
      const { serviceId } = allow({ serviceId: actor.serviceId })
      if (await visitors.makeLink(db, serviceId, actor.id))
        await audit({ action: 'publicLink.create', targetKind: 'service', targetId: serviceId })
      return linkOf(db, serviceId)
    }),

    serve(visitorApi.replaceLink, async ({ db, actor, allow, audit }) => {
      const { serviceId } = allow({ serviceId: actor.serviceId })
      const former = await visitors.linkOf(db, serviceId)
      await visitors.endLink(db, serviceId)
      await visitors.makeLink(db, serviceId, actor.id, former)
      await audit({ action: 'publicLink.replace', targetKind: 'service', targetId: serviceId })
      return linkOf(db, serviceId)
    }),

    serve(visitorApi.changeLink, async ({ db, actor, body: { holdsReports }, allow, audit }) => {
      const { serviceId } = allow({ serviceId: actor.serviceId })
      await visitors.makeLink(db, serviceId, actor.id)
      const { id } = orNotFound(await visitors.linkOf(db, serviceId))
      await visitors.holdReportsOfLink(db, id, holdsReports)
      await audit({ action: 'publicLink.hold', targetKind: 'service', targetId: serviceId, detail: { holdsReports } })
      return linkOf(db, serviceId)
    }),

    serve(visitorApi.texts, async ({ db, actor, allow }) => {
      const { serviceId } = allow({ serviceId: actor.serviceId })
      return reporterTextsOf(db, serviceId)
    }),

    serve(visitorApi.changeTexts, async ({ db, actor, body, allow, audit }) => {
      const { serviceId } = allow({ serviceId: actor.serviceId })
      const fields = reporterTextProblems(body, await mainLanguageOf(db, serviceId))
      if (Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
      const before = await reporterTextsOf(db, serviceId)
      const names = progressTextNames.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(body[name]))
      await writeReporterTexts(db, serviceId, body)
      await audit({ action: 'publicLink.texts', targetKind: 'service', targetId: serviceId, detail: { names } })
      return reporterTextsOf(db, serviceId)
    }),
  ]
}
