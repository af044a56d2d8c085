import { orNotFound, Problem, visitorApi } from '#contract'
import * as aois from '../aoi/actions.ts'
import { refreshState } from '../aoi/queries.ts'
import type { Db } from '../db/database.ts'
import { openByToken } from '../http/attempts.ts'
import { type Client, type Route, serve } from '../http/serve.ts'
import { addVisitorEntry, eraseVisitorName } from '../log/actions.ts'
import * as reviews from '../review/actions.ts'
import { answerable, followPageOf } from './follow.ts'
import { noVisitorCookie } from './identity.ts'
import { guardAnswer } from './limits.ts'
import * as visitors from './queries.ts'

/** The visitor of a follow address. The address itself is the credential. */
const openFollowAddress = (db: Db, follow: string, { address }: Client): Promise<visitors.Visitor> =>
  openByToken(db, { kind: 'follow address', address }, () => visitors.visitorByToken(db, follow))

const nameOf = ({ firstName, lastName }: visitors.Visitor): string => [firstName, lastName].filter(Boolean).join(' ')

/** A visitor who is being erased gets no more entries under its name. */
const lockVisitor = async (db: Db, { id }: visitors.Visitor): Promise<void> => {
  if (!(await visitors.touchVisitor(db, id))) throw new Problem('notFound')
}

/** Routes of a visitor's own follow address. */
export const followRoutes = ({ isSecure }: { isSecure: boolean }): Route[] => [
  serve(visitorApi.follow, async ({ db, query, client, allow }) => {
    allow()
    return followPageOf(db, await openFollowAddress(db, query.follow, client))
  }),

  serve(visitorApi.answer, {
    thing: ({ body }) => body.aoiId,
    prepare: async ({ db, body, client }) => {
      const visitor = await openFollowAddress(db, body.follow, client)
      await guardAnswer(db, body.follow)
      return visitor
    },
    handle: async ({ db, body, prepared: visitor, allow, announce }) => {
      allow()
      await lockVisitor(db, visitor)
      const words = { visitorId: visitor.id, id: body.aoiId, text: body.text, nonce: body.nonce }
      if (await reviews.answerHeldReport(db, announce, words)) return followPageOf(db, visitor)
      const aoi = orNotFound(await answerable(db, visitor.id, body.aoiId))
      if (aoi.isArchived) throw new Problem('archived')
      const isNew = await addVisitorEntry(db, {
        aoiId: aoi.id,
        visitor: { id: visitor.id, name: nameOf(visitor) },
        text: body.text,
        nonce: body.nonce,
        recipientId: aoi.subscriberId,
      })
      if (isNew) {
        await refreshState(db, aoi.id)
        await aois.recordAoiChange(db, announce, { _id: aoi.id, serviceId: aoi.serviceId }, null)
      }
      return followPageOf(db, visitor)
    },
  }),

  serve(visitorApi.leave, {
    prepare: ({ db, body, client }) => openFollowAddress(db, body.follow, client),
    handle: async ({ db, body, prepared: visitor, allow, announce }) => {
      allow()
      const { serviceId } = visitor
      if (await visitors.unsubscribe(db, { aoiId: body.aoiId, visitorId: visitor.id }))
        await announce({ type: 'AOI_UPDATED', serviceId, aoiIds: [body.aoiId] })
      return followPageOf(db, visitor)
    },
  }),

  serve(visitorApi.erase, {
    prepare: ({ db, body, client }) => openFollowAddress(db, body.follow, client),
    handle: async ({ db, prepared: visitor, allow, announce, audit, setHeader }) => {
      allow()
      const { id, serviceId } = visitor
      await lockVisitor(db, visitor)
      const subscriptions = await visitors.subscriptionsOf(db, id)
      await eraseVisitorName(db, id)
      const reports = await aois.eraseVisitorName(db, id)
      const held = await reviews.eraseVisitorName(db, id)
      await visitors.deleteVisitor(db, id)
      for (const _id of new Set([...reports, ...subscriptions]))
        await aois.recordAoiChange(db, announce, { _id, serviceId }, null, undefined, { isNotified: false })
      await audit({ action: 'visitor.erase', serviceId, detail: { reports: reports.length + held } })
      setHeader('set-cookie', noVisitorCookie(serviceId, isSecure))
      return {}
    },
  }),
]
