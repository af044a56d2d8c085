import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { IdReader, idWords, NO_ID } from '../live-view/id-column.ts'
import { kindStateColumn, REMOVED } from '../live-view/kind-state.ts'
import { type Part, readInParts, timeAt } from '../live-view/read-table.ts'
import type { Traits } from './classes.ts'

/** What counts need to know of an AOI. */
export type Fact = Traits & { number: number; createdAt: number; receivedAt: number }

/** Rows in one query: they are counted in without a pause. */
const ROWS_PER_QUERY = 5_000

type Column = 'number' | 'kindState' | 'createdAt' | 'receivedAt' | 'type' | 'creator' | 'community' | 'soleChanger'
type Columns = Record<Column, Buffer>

/** Columns in PostgreSQL's binary form, concatenated, all in the same order. */
const readPart = async (db: Db, from: RawBuilder<unknown>): Promise<Part<Columns> | undefined> => {
  const id = (column: RawBuilder<unknown>) =>
    sql`string_agg(uuid_send(coalesce(${column}, ${sql.lit(NO_ID)}::uuid)), '')`
  const kindState = sql`(case when a.deleted_at is null and a.main_id is null then ${kindStateColumn} else ${sql.lit(REMOVED)} end)::int2`
  const { rows } = await sql<Columns & { last: number | null }>`
    select max(a.number) as last, string_agg(int4send(a.number::int), '') as number, string_agg(int2send(${kindState}), '') as kind_state,
      string_agg(timestamptz_send(a.created_at), '') as created_at,
      string_agg(timestamptz_send(a.received_at), '') as received_at,
      ${id(sql`a.event_type_id`)} as type, ${id(sql`a.creator_id`)} as creator,
      ${id(sql`a.community_id`)} as community,
      ${id(sql`case when a.changed_by_others_at is null then a.changed_by end`)} as sole_changer
    from ${from}`.execute(db)
  const [columns] = rows
  return columns?.last ? { rows: columns, last: columns.last } : undefined
}

function* factsIn(columns: Columns, ids: IdReader): Generator<Fact> {
  const { number, kindState, createdAt, receivedAt } = columns
  const [types, creators] = [idWords(columns.type), idWords(columns.creator)]
  const [communities, soleChangers] = [idWords(columns.community), idWords(columns.soleChanger)]
  for (let index = 0; index * 4 < number.length; index++) {
    yield {
      number: number.readInt32BE(index * 4),
      kindState: kindState.readInt16BE(index * 2),
      createdAt: timeAt(createdAt, index),
      receivedAt: timeAt(receivedAt, index),
      eventTypeId: ids.at(types, index),
      creatorId: ids.at(creators, index),
      communityId: ids.at(communities, index),
      soleChangerId: ids.at(soleChangers, index),
    }
  }
}

/** Hands over every AOI of a service that is neither deleted nor merged, some at a time. */
export const readService = async (
  db: Db,
  serviceId: string,
  signal: AbortSignal | undefined,
  add: (facts: Iterable<Fact>, count: number) => void,
): Promise<void> => {
  const ids = new IdReader()
  for await (const part of readInParts(serviceId, ROWS_PER_QUERY, signal, (from) => readPart(db, from))) {
    add(factsIn(part, ids), part.number.length / 4)
    await nextTurn()
  }
}

/** These AOIs of a service as they are now; a deleted or merged one has the kind and state `REMOVED`. */
export const readSome = async (db: Db, serviceId: string, ids: string[]): Promise<Fact[]> => {
  const part = await readPart(db, sql`aoi a where a.id = any(${ids}::uuid[]) and a.service_id = ${serviceId}`)
  return part ? [...factsIn(part.rows, new IdReader())] : []
}
