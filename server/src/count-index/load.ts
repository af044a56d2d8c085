import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { kindStateColumn, REMOVED } from '../live-view/kind-state.ts'
import { serviceRanges, timeAt } from '../live-view/read-table.ts'
import type { Traits } from './classes.ts'

/** What counts need to know of an AOI. */
export type Fact = Traits & { number: number; createdAt: number; receivedAt: number }

/** Rows in one query. */
const ROWS_PER_QUERY = 20_000

type Column = 'number' | 'kindState' | 'createdAt' | 'receivedAt' | 'type' | 'creator' | 'community' | 'soleChanger'
type Part = Record<Column, Buffer>

const ID_BYTES = 16
/** Takes the place of an id where there is none. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Columns in PostgreSQL's binary form, concatenated, all in the same order. */
const readPart = async (db: Db, from: RawBuilder<unknown>): Promise<Part | undefined> => {
  const id = (column: RawBuilder<unknown>) =>
    sql`string_agg(uuid_send(coalesce(${column}, ${sql.lit(NO_ID)}::uuid)), '')`
  const kindState = sql`(case when a.deleted_at is null and a.main_id is null then ${kindStateColumn} else ${sql.lit(REMOVED)} end)::int2`
  const { rows } = await sql<Part | { number: null }>`
    select string_agg(int4send(a.number::int), '') as number, string_agg(int2send(${kindState}), '') as kind_state,
      string_agg(timestamptz_send(a.created_at), '') as created_at,
      string_agg(timestamptz_send(a.received_at), '') as received_at,
      ${id(sql`a.event_type_id`)} as type, ${id(sql`a.creator_id`)} as creator,
      ${id(sql`a.community_id`)} as community,
      ${id(sql`case when a.changed_by_others_at is null then a.changed_by end`)} as sole_changer
    from ${from}`.execute(db)
  const [part] = rows
  return part?.number ? part : undefined
}

/** Ids as PostgreSQL writes them. The same few come again and again. */
const idReader = () => {
  const known = new Map<string, string | null>()
  return (bytes: Buffer, index: number): string | null => {
    const key = bytes.toString('latin1', index * ID_BYTES, (index + 1) * ID_BYTES)
    const id = known.get(key)
    if (id !== undefined) return id
    const digits = bytes.toString('hex', index * ID_BYTES, (index + 1) * ID_BYTES)
    const text = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    const read = text === NO_ID ? null : text
    known.set(key, read)
    return read
  }
}

function* factsIn(part: Part, idAt = idReader()): Generator<Fact> {
  for (let index = 0; index * 4 < part.number.length; index++) {
    yield {
      number: part.number.readInt32BE(index * 4),
      kindState: part.kindState.readInt16BE(index * 2),
      createdAt: timeAt(part.createdAt, index),
      receivedAt: timeAt(part.receivedAt, index),
      eventTypeId: idAt(part.type, index),
      creatorId: idAt(part.creator, index),
      communityId: idAt(part.community, index),
      soleChangerId: idAt(part.soleChanger, index),
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
  const idAt = idReader()
  for await (const range of serviceRanges(db, serviceId, ROWS_PER_QUERY, signal)) {
    const part = await readPart(db, range)
    if (!part) continue
    add(factsIn(part, idAt), part.number.length / 4)
    await nextTurn()
  }
}

/** These AOIs of a service as they are now; a deleted or merged one has the kind and state `REMOVED`. */
export const readSome = async (db: Db, serviceId: string, ids: string[]): Promise<Fact[]> => {
  const part = await readPart(db, sql`aoi a where a.id = any(${ids}::uuid[]) and a.service_id = ${serviceId}`)
  return part ? [...factsIn(part)] : []
}
