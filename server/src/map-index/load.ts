import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { kindStateColumn, REMOVED } from '../live-view/kind-state.ts'
import { microsecondsSince2000, readInParts, timeAt } from '../live-view/read-table.ts'
import { type Point, Points } from './points.ts'

/** Rows in one query. */
const ROWS_PER_QUERY = 30_000
/** Groups of 2^15 AOIs share one row of an answer, which is decoded in one piece. */
const GROUP_BITS = 15

type Group = {
  last: number
  eventTypeId: string | null
  number: Buffer
  x: Buffer
  y: Buffer
  createdAt: Buffer
  kindState: Buffer
}

/**
 * Columns in PostgreSQL's binary form, concatenated: a hundredth of the cost of a row each. All columns of a group are in
 * the same order. A group has one event type, so that no row carries its id. A number fits an int4:
 * two thousand million AOIs would not fit in memory.
 */
const readGroups = async (db: Db, from: RawBuilder<unknown>): Promise<Group[]> => {
  const { rows } = await sql<Group>`
    select max(a.number) as last, a.event_type_id, string_agg(int4send(a.number::int), '') as number,
      string_agg(int4send(a.grid_x), '') as x, string_agg(int4send(a.grid_y), '') as y,
      string_agg(timestamptz_send(a.created_at), '') as created_at,
      string_agg(int2send(${kindStateColumn}::int2), '') as kind_state
    from ${from} group by a.event_type_id, a.number >> ${sql.lit(GROUP_BITS)}`.execute(db)
  return rows
}

function append(points: Points, { number, x, y, createdAt, kindState, eventTypeId }: Group): void {
  const count = number.length / 4
  points.reserve(count)
  for (let index = 0; index < count; index++) {
    points.push({
      number: number.readInt32BE(index * 4),
      x: x.readInt32BE(index * 4),
      y: y.readInt32BE(index * 4),
      createdAt: timeAt(createdAt, index),
      kindState: kindState.readInt16BE(index * 2),
      eventTypeId,
    })
  }
}

/** The points that a query finds, of whatever service: `from` names its rows `a`. */
export const readPoints = async (db: Db, from: RawBuilder<unknown>): Promise<Points> => {
  const points = new Points(0)
  for (const group of await readGroups(db, from)) {
    append(points, group)
    await nextTurn()
  }
  return points
}

/** Every AOI of a service that is neither deleted nor merged. */
export const readService = async (db: Db, serviceId: string, signal?: AbortSignal): Promise<Points> => {
  const points = new Points(0)
  const read = async (from: RawBuilder<unknown>) => {
    const groups = await readGroups(db, from)
    return groups.length > 0 ? { rows: groups, last: Math.max(...groups.map(({ last }) => last)) } : undefined
  }
  for await (const groups of readInParts(serviceId, ROWS_PER_QUERY, signal, read)) {
    for (const group of groups) {
      append(points, group)
      await nextTurn()
    }
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
