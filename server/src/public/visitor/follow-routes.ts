import { visitorApi } from '#contract'
import { eraseVisitorName } from '../../core/aoi/erase.ts'
import { recordAoiChange } from '../../core/aoi/record-change.ts'
import { everSubscribedTo, unsubscribe } from '../../core/aoi/subscribers.ts'
import { inSnapshot } from '../../platform/db/transaction.ts'
import { type Route, serve } from '../../platform/http/serve.ts'
import * as reviews from '../review/actions.ts'
import { followPageOf, type PageOptions } from './follow.ts'
import { lockVisitor, noVisitorCookie, openFollowAddress } from './identity.ts'
import { guardAnswer } from './limits.ts'
import * as visitors from './queries.ts'
import { writeToTeam } from './write.ts'

export const followRoutes = ({ isSecure, page }: { isSecure: boolean; page: PageOptions }): Route[] => [
  serve(visitorApi.follow, async ({ db, query, client, allow }) => {
    allow()
    const visitor = await openFollowAddress(db, query.follow, client)
    // Without a snapshot, a report that is accepted between the two queries would be in neither list.
    return inSnapshot(db, (snapshot) => followPageOf(snapshot, visitor, page))
  }),

  serve(visitorApi.answer, {
    thing: ({ body }) => body.aoiId,
    prepare: async ({ db, body, client }) => {
      const visitor = await openFollowAddress(db, body.follow, client)
      await guardAnswer(db, { follow: body.follow, address: client.address })
      return visitor
    },
    handle: async ({ db, body, prepared: visitor, allow, announce }) => {
      allow()
      await lockVisitor(db, visitor)
      await writeToTeam(db, announce, visitor, body)
      return followPageOf(db, visitor, page)
    },
  }),

  serve(visitorApi.leave, {
    prepare: ({ db, body, client }) => openFollowAddress(db, body.follow, client),
    handle: async ({ db, body, prepared: visitor, allow }) => {
      allow()
      await unsubscribe(db, { aoiId: body.aoiId, visitorId: visitor.id })
      return followPageOf(db, visitor, page)
    },
  }),

  serve(visitorApi.erase, {
    prepare: ({ db, body, client }) => openFollowAddress(db, body.follow, client),
    handle: async ({ db, prepared: visitor, allow, audit, setHeader }) => {
      allow()
      const { id, serviceId } = visitor
      await lockVisitor(db, visitor)
      const subscriptions = await everSubscribedTo(db, id)
      const reports = await eraseVisitorName(db, id)
      const held = await reviews.eraseVisitorName(db, id)
      await visitors.deleteVisitor(db, id)
      for (const aoiId of new Set([...reports, ...subscriptions]))
        await recordAoiChange(db, aoiId, null, undefined, { isNotified: false })
      await audit({ action: 'visitor.erase', serviceId, detail: { reports: reports.length + held } })
      setHeader('set-cookie', noVisitorCookie(serviceId, isSecure))
      return {}
    },
  }),
]
