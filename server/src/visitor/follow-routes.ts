import { orNotFound, Problem, visitorApi } from '#contract'
import * as aois from '../aoi/actions.ts'
import { refreshState } from '../aoi/queries.ts'
import type { Db } from '../db/database.ts'
import { openByToken } from '../http/attempts.ts'
import { type Client, type Route, serve } from '../http/serve.ts'
import { addVisitorEntry } from '../log/actions.ts'
import { answerable, followPageOf } from './follow.ts'
import { guardAnswer } from './limits.ts'
import * as visitors from './queries.ts'

/** The visitor of a follow address. The address itself is the credential. */
const openFollowAddress = (db: Db, follow: string, { address }: Client): Promise<visitors.Visitor> =>
  openByToken(db, { kind: 'follow address', address }, () => visitors.visitorByToken(db, follow))

/** Routes of a visitor's own follow address. */
export const followRoutes: Route[] = [
  serve(visitorApi.follow, async ({ db, query, client, allow }) => {
    allow()
    return followPageOf(db, await openFollowAddress(db, query.follow, client))
  }),

  serve(visitorApi.answer, {
    prepare: async ({ db, body, client }) => {
      const visitor = await openFollowAddress(db, body.follow, client)
      await guardAnswer(db, body.follow)
      return visitor
    },
    handle: async ({ db, body, prepared: visitor, allow, announce }) => {
      allow()
      const aoi = orNotFound(await answerable(db, visitor.id, body.aoiId))
      if (aoi.isArchived) throw new Problem('archived')
      const isNew = await addVisitorEntry(db, {
        aoiId: aoi.id,
        visitor: { id: visitor.id, name: [visitor.firstName, visitor.lastName].filter(Boolean).join(' ') },
        text: body.text,
        nonce: body.nonce,
        recipientId: aoi.subscriberId,
      })
      if (isNew) {
        await visitors.touchVisitor(db, visitor.id)
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
]
