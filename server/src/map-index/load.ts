import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { kindStateColumn, REMOVED } from '../live-view/kind-state.ts'
import { microsecondsSince2000, readAhead, serviceRanges, timeAt } from '../live-view/read-table.ts'
import { type Point, Points } from './points.ts'

/** Rows in one query. */
const ROWS_PER_QUERY = 30_000
/** Groups of 2^15 AOIs share one row of an answer, which is decoded in one piece. */
const GROUP_BITS = 15

type Part = {
  eventTypeId: string | null
  number: Buffer
  x: Buffer
  y: Buffer
  createdAt: Buffer
  kindState: Buffer
}

/**
 * Columns in PostgreSQL's binary form, concatenated: a hundredth of the cost of a row each. All columns of a part are in
 * the same order. A part has one event type, so that no row carries its id. A number fits an int4:
 * two thousand million AOIs would not fit in memory.
 */
const readParts = async (db: Db, from: RawBuilder<unknown>): Promise<Part[]> => {
  const { rows } = await sql<Part>`
    select a.event_type_id, string_agg(int4send(a.number::int), '') as number,
      string_agg(int4send(a.grid_x), '') as x, string_agg(int4send(a.grid_y), '') as y,
      string_agg(timestamptz_send(a.created_at), '') as created_at,
      string_agg(int2send(${kindStateColumn}::int2), '') as kind_state
    from ${from} group by a.event_type_id, a.number >> ${sql.lit(GROUP_BITS)}`.execute(db)
  return rows
}

function append(points: Points, { number, x, y, createdAt, kindState, eventTypeId }: Part): void {
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
  for (const part of await readParts(db, from)) {
    append(points, part)
    await nextTurn()
  }
  return points
}

/** Every AOI of a service that is neither deleted nor merged. */
export const readService = async (db: Db, serviceId: string, signal?: AbortSignal): Promise<Points> => {
  const points = new Points(0)
  const ranges = serviceRanges(db, serviceId, ROWS_PER_QUERY, signal)
  for await (const parts of readAhead(ranges, (range) => readParts(db, range))) {
    for (const part of parts) {
      append(points, part)
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
