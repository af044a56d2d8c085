import { aoiApi, orNotFound, Problem } from '#contract'
import type { Views } from '../../memory/view.ts'
import type { Db } from '../../platform/db/database.ts'
import { inSnapshot } from '../../platform/db/snapshot.ts'
import { JsonText, serve } from '../../platform/http/serve.ts'
import { chart } from './chart.ts'
import { genericMetrics, sharedMetrics } from './counters.ts'
import { details } from './details.ts'
import { withMetric } from './filter.ts'
import { countInMemory, groups } from './groups.ts'
import { page } from './list.ts'
import { localMapSubject, onLocalMap } from './local-map.ts'
import { markRead } from './reading.ts'
import { subject } from './subject.ts'

export const readRoutes = ({ view }: { view: Views }) => [
  serve(aoiApi.ofService, async ({ db, actor, params, allow }) => {
    const { serviceId } = allow({ serviceId: params.service })
    const own = { ...actor, visibleServiceIds: [serviceId] }
    const newest = {
      type: 'all',
      sort: 'createdAt',
      order: 'desc',
      limit: 1000,
      groups: false,
      answers: false,
    } as const
    const { rows } = await page(db, own, newest)
    return new JsonText(`[${rows.map(({ json }) => json).join(',')}]`)
  }),

  serve(aoiApi.filtered, async ({ db, actor, query, allow }) => {
    allow()
    const filter = await withMetric(db, actor, query)
    // Runs before the snapshot takes a connection, because memory may need another one.
    const counts = query.groups ? await countInMemory(view, actor, filter) : undefined
    const read = async (from: Db) => {
      const { rows, nextCursor } = await page(from, actor, filter)
      const none = { byUsers: [], byTypes: [], byCommunity: [] }
      const grouped = query.groups ? await groups(from, actor, filter, { rows, counts }) : none
      return { rows, nextCursor, grouped }
    }
    // A page without groups and search is one statement and needs no snapshot.
    const { rows, nextCursor, grouped } = await (query.groups || query.search ? inSnapshot(db, read) : read(db))
    const total = rows.map(({ json }) => json).join(',')
    return new JsonText(`{"total":[${total}],${JSON.stringify({ ...grouped, nextCursor }).slice(1)}`)
  }),

  serve(aoiApi.byNonce, async ({ db, actor, params, query, allow }) => {
    const aoi = allow(orNotFound(await subject(db, actor, params, { toMain: true })))
    if (aoi.isArchived && query.archived === false) throw new Problem('notFound')
    if (!actor.token) await markRead(db, actor.id, aoi._id)
    return details(db, actor, aoi._id)
  }),

  serve(aoiApi.genericMetrics, async ({ db, actor, query, allow }) => {
    allow()
    return genericMetrics(db, view, actor, await withMetric(db, actor, query))
  }),

  serve(aoiApi.sharedMetrics, async ({ db, actor, allow }) => {
    allow()
    return sharedMetrics(db, actor)
  }),

  serve(aoiApi.chart, async ({ db, actor, query, allow }) => {
    allow()
    return chart(db, actor, await withMetric(db, actor, query))
  }),

  serve(aoiApi.onLocalMap, async ({ db, actor, params, query, allow }) => {
    const { id: localMapId } = allow(orNotFound(await localMapSubject(db, params.localMapId)))
    return onLocalMap(db, actor, { ...(await withMetric(db, actor, query)), localMapId })
  }),
]
