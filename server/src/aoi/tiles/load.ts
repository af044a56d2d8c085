import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { GONE, look } from '../memory/look.ts'
import { byPages, timeAt } from '../memory/reading.ts'
import { type Point, Points } from './points.ts'

/** Pages of the table at once: 8 MB of it, some 30,000 rows. */
const PAGES_AT_ONCE = 1_000
/** Numbers that may come in one row of an answer: its text is decoded in one piece. */
const NUMBERS_BITS = 15

type Part = {
  serviceId: string
  eventTypeId: string | null
  number: Buffer
  x: Buffer
  y: Buffer
  createdAt: Buffer
  look: Buffer
}

/**
 * Columns as PostgreSQL holds them, joined to long strings of bytes: a row of an answer then costs a hundredth. All
 * strings of a part are in the same order. Service and type are the same for a part, so that no row carries their ids.
 * A number fits an int4: two thousand million AOIs would not fit in memory.
 */
const readParts = async (db: Db, from: RawBuilder<unknown>): Promise<Part[]> => {
  const { rows } = await sql<Part>`
    select a.service_id, a.event_type_id, string_agg(int4send(a.number::int), '') as number,
      string_agg(int4send(a.grid_x), '') as x, string_agg(int4send(a.grid_y), '') as y,
      string_agg(timestamptz_send(a.created_at), '') as created_at, string_agg(int2send(${look}::int2), '') as look
    from ${from} group by a.service_id, a.event_type_id, a.number >> ${sql.lit(NUMBERS_BITS)}`.execute(db)
  return rows
}

function append(points: Points, { number, x, y, createdAt, look, eventTypeId }: Part): void {
  const count = number.length / 4
  points.reserve(count)
  for (let index = 0; index < count; index++) {
    points.push({
      number: number.readInt32BE(index * 4),
      x: x.readInt32BE(index * 4),
      y: y.readInt32BE(index * 4),
      createdAt: timeAt(createdAt, index),
      look: look.readInt16BE(index * 2),
      eventTypeId,
    })
  }
}

/** What a query finds, of whatever service: `from` names it `a`. */
export const pointsOf = async (db: Db, from: RawBuilder<unknown>): Promise<Points> => {
  const points = new Points(0)
  for (const part of await readParts(db, from)) {
    append(points, part)
    await nextTurn()
  }
  return points
}

/** Every AOI that is not deleted, by service. */
export const readAll = async (db: Db, signal?: AbortSignal): Promise<Map<string, Points>> => {
  const services = new Map<string, Points>()
  for await (const page of byPages(db, PAGES_AT_ONCE, signal)) {
    for (const part of await readParts(db, page)) {
      const points = services.get(part.serviceId) ?? new Points(0)
      services.set(part.serviceId, points)
      append(points, part)
      await nextTurn()
    }
  }
  return services
}

/** How these AOIs stand now; a deleted one looks gone. */
export const readSome = async (db: Db, ids: string[]): Promise<(Point & { serviceId: string })[]> => {
  const { rows } = await sql<Point & { serviceId: string }>`
    select a.number, a.service_id, a.event_type_id, a.grid_x as x, a.grid_y as y,
      case when a.deleted_at is null then ${look} else ${sql.lit(GONE)} end as look,
      (extract(epoch from a.created_at - timestamptz '2000-01-01 00:00:00+00') * 1000000)::bigint as created_at
    from aoi a where a.id = any(${ids}::uuid[])`.execute(db)
  return rows
}
