import { sql } from 'kysely'
import type { Actor, PlanAoi } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { type Filter, visibleAois } from './filter.ts'

const MOST_ON_PLAN = 1000

export const onLocalMap = async (db: Db, actor: Actor, filter: Filter & { localMapId: string }): Promise<PlanAoi[]> => {
  const { rows } = await sql<{ aoi: PlanAoi }>`
    select json_build_object('_id', a.id, 'number', a.number, 'nonce', a.nonce::text, 'name', a.name, 'kind', a.kind,
      'state', a.state, 'eventTypeId', a.event_type_id,
      'position', json_build_array(l.position[0], l.position[1])) as aoi
    from ${visibleAois(actor, filter)} a
    join aoi_local_map l on l.aoi_id = a.id and l.local_map_id = ${filter.localMapId}
    order by a.created_at desc, a.id limit ${sql.lit(MOST_ON_PLAN)}`.execute(db)
  return rows.map(({ aoi }) => aoi).reverse()
}

export const localMapSubject = (db: Db, id: string) =>
  db.selectFrom('localMap').select(['id', 'serviceId']).where('id', '=', id).executeTakeFirst()
