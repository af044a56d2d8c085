import { MOST_WARNING_FEEDS, orNotFound, Problem, type WarningFeedLimit, warningApi } from '#contract'
import type { DraftTools } from '../../core/aoi/draft.ts'
import { checkLimits, type LimitChoices } from '../../platform/access/limits.ts'
import type { Db } from '../../platform/db/database.ts'
import { inSnapshot } from '../../platform/db/transaction.ts'
import { serve } from '../../platform/http/serve.ts'
import { requirePublicUrl } from '../../platform/outbound/own-networks.ts'
import { createEventRoute } from './event.ts'
import * as feeds from './feeds.ts'
import { announceWarnings } from './store.ts'
import * as warnings from './warnings.ts'

type Tools = Pick<DraftTools, 'addressOf'> & { limitChoices: LimitChoices; mustBeOnline: () => Promise<void> }

/** The host only, because the path may contain a key. */
const recordOf = (action: string, { _id, url }: { _id: string; url: string }) => ({
  action,
  targetKind: 'warningFeed',
  targetId: _id,
  targetName: new URL(url).host,
})

export const warningRoutes = ({ limitChoices, mustBeOnline, ...tools }: Tools) => {
  const checkRegions = (db: Db, serviceId: string, limit: WarningFeedLimit | undefined) =>
    limit?.type === 'regions' && checkLimits(db, serviceId, { regions: limit.regionIds }, limitChoices)

  return [
    serve(warningApi.list, async ({ db, actor, allow }) => {
      allow()
      return inSnapshot(db, (snapshot) => warnings.current(snapshot, actor.visibleServiceIds))
    }),

    createEventRoute(tools),

    serve(warningApi.feeds, async ({ db, actor, allow }) => {
      const { serviceId } = allow({ serviceId: actor.serviceId })
      return feeds.ofService(db, serviceId)
    }),

    serve(warningApi.createFeed, async ({ db, actor, body, allow, audit }) => {
      const { serviceId } = allow({ serviceId: actor.serviceId })
      requirePublicUrl(body.url)
      await checkRegions(db, serviceId, body.limit)
      if ((await feeds.ofService(db, serviceId)).length >= MOST_WARNING_FEEDS) throw new Problem('conflict')
      const feed = orNotFound(await feeds.byId(db, await feeds.create(db, serviceId, body)))
      await audit(recordOf('warningFeed.create', feed))
      return feed
    }),

    serve(warningApi.changeFeed, async ({ db, params, body, allow, audit }) => {
      const feed = allow(orNotFound(await feeds.byId(db, params.id)))
      requirePublicUrl(body.url)
      await checkRegions(db, feed.serviceId, body.limit)
      await feeds.change(db, feed, body)
      const changed = orNotFound(await feeds.byId(db, feed._id))
      await audit({ ...recordOf('warningFeed.edit', changed), detail: { changed: Object.keys(body) } })
      await announceWarnings(db, [feed.serviceId])
      return changed
    }),

    serve(warningApi.removeFeed, async ({ db, params, allow, audit }) => {
      const feed = allow(orNotFound(await feeds.byId(db, params.id)))
      await feeds.remove(db, feed._id)
      await audit(recordOf('warningFeed.delete', feed))
      await announceWarnings(db, [feed.serviceId])
      return { _id: feed._id }
    }),

    serve(warningApi.checkFeed, async ({ db, params, allow, audit }) => {
      const feed = allow(orNotFound(await feeds.byId(db, params.id)))
      await mustBeOnline()
      if (!feed.isEnabled) throw new Problem('conflict')
      await feeds.requestCheck(db, feed._id)
      await audit(recordOf('warningFeed.check', feed))
      return orNotFound(await feeds.byId(db, feed._id))
    }),
  ]
}
