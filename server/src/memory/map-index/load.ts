import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { partReader } from '../live-view/aoi-part.ts'
import { kindStateColumn, REMOVED } from '../live-view/kind-state.ts'
import { microsecondsSince2000 } from '../live-view/read-table.ts'
import { POINT_COLUMNS, type Point, Points } from './points.ts'

/** Groups of 2^15 AOIs share one row of an answer, which is decoded in one piece. */
const GROUP_BITS = 15

/** The points that a query finds, of whatever service: `from` names its rows `a`. */
export const readPoints = async (db: Db, from: RawBuilder<unknown>): Promise<Points> => {
  const points = new Points(0)
  const groups = sql`${from} group by a.number >> ${sql.lit(GROUP_BITS)}`
  for (const part of await partReader(POINT_COLUMNS)(db, groups)) {
    points.append(part)
    await nextTurn()
  }
  return points
}

/** These AOIs of a service as they are now; a deleted or merged one has the kind and state `REMOVED`. */
export const readSome = async (db: Db, serviceId: string, ids: string[]): Promise<Point[]> => {
  const { rows } = await sql<Point>`
    select a.number, a.event_type_id, a.grid_x as x, a.grid_y as y,
      case when a.deleted_at is null and a.main_id is null then ${kindStateColumn} else ${sql.lit(REMOVED)} end as kind_state,
      ${microsecondsSince2000(sql`a.created_at`)} as created_at
    from aoi a where a.id = any(${ids}::uuid[]) and a.service_id = ${serviceId}`.execute(db)
  return rows
}
