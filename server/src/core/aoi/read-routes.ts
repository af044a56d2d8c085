import { sql } from 'kysely'
import { type Actor, aoiApi, orNotFound, type PlanAoi, Problem } from '#contract'
import type { Views } from '../../memory/view.ts'
import type { Db } from '../../platform/db/database.ts'
import { inSnapshot } from '../../platform/db/transaction.ts'
import { JsonText, serve } from '../../platform/http/serve.ts'
import { chart } from './chart.ts'
import { genericMetrics, sharedMetrics } from './counters.ts'
import { details } from './details.ts'
import { type Filter, visibleAois, withMetric } from './filter.ts'
import { countInMemory, groups } from './groups.ts'
import { page } from './list.ts'
import { markRead } from './reading.ts'
import { subject } from './subject.ts'

const MOST_ON_PLAN = 1000

const onLocalMap = async (db: Db, actor: Actor, filter: Filter & { localMapId: string }): Promise<PlanAoi[]> => {
  const { rows } = await sql<{ aoi: PlanAoi }>`
    select json_build_object('_id', a.id, 'number', a.number, 'nonce', a.nonce::text, 'name', a.name, 'kind', a.kind,
      'state', a.state, 'eventTypeId', a.event_type_id,
      'position', json_build_array(l.position[0], l.position[1])) as aoi
    from ${visibleAois(actor, filter)} a
    join aoi_local_map l on l.aoi_id = a.id and l.local_map_id = ${filter.localMapId}
    order by a.created_at desc, a.id limit ${sql.lit(MOST_ON_PLAN)}`.execute(db)
  return rows.map(({ aoi }) => aoi).reverse()
}

const localMapSubject = (db: Db, id: string) =>
  db.selectFrom('localMap').select(['id', 'serviceId']).where('id', '=', id).executeTakeFirst()

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
