import { orNotFound, type PublicLink, visitorApi } from '#contract'
import type { Db } from '../db/database.ts'
import { type Route, serve } from '../http/serve.ts'
import * as visitors from './queries.ts'

/** Routes by which members read and replace the public link. */
export const publicLinkRoutes = ({ publicUrl }: { publicUrl: string }): Route[] => {
  const linkOf = async (db: Db, serviceId: string): Promise<PublicLink> => {
    const link = orNotFound(await visitors.linkOf(db, serviceId))
    return {
      link: `${publicUrl}/invite?token=${link.token}`,
      createdAt: link.createdAt.toISOString(),
      alertedAt: link.alertedAt?.toISOString() ?? null,
    }
  }
  return [
    serve(visitorApi.publicLink, async ({ db, actor, allow }) => {
      const { serviceId } = allow({ serviceId: actor.serviceId })
      await visitors.makeLink(db, serviceId, actor.id)
      return linkOf(db, serviceId)
    }),

    serve(visitorApi.replaceLink, async ({ db, actor, allow, audit }) => {
      const { serviceId } = allow({ serviceId: actor.serviceId })
      await visitors.endLink(db, serviceId)
      await visitors.makeLink(db, serviceId, actor.id)
      await audit({ action: 'publicLink.replace', targetKind: 'service', targetId: serviceId })
      return linkOf(db, serviceId)
    }),
  ]
}
