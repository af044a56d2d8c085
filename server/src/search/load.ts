import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { IdReader, idWords, NO_ID } from '../live-view/id-column.ts'
import { kindStateColumn, REMOVED } from '../live-view/kind-state.ts'
import { type Part, readAhead, readInParts, timeAt } from '../live-view/read-table.ts'
import { SEPARATOR_SUBSTITUTE, TEXT_SEPARATOR } from './meaning.ts'
import type { Row } from './rows.ts'
import type { LoadedPart, SearchedAoi } from './word-index.ts'

/** Rows in one query: their texts come along. */
const ROWS_PER_QUERY = 2_000

type Column = 'id' | 'number' | 'kindState' | 'createdAt' | 'place' | 'type' | 'creator' | 'nameHash'
type Columns = Record<Column, Buffer> & { texts: string }

/**
 * Columns in PostgreSQL's binary form, concatenated, all in the same order; texts as text, since the driver gets bytes as
 * hexadecimal digits.
 */
const readPart = async (db: Db, from: RawBuilder<unknown>): Promise<Part<Columns> | undefined> => {
  const id = (column: string) => sql`string_agg(uuid_send(coalesce(${sql.ref(column)}, ${sql.lit(NO_ID)}::uuid)), '')`
  const kindState = sql`(case when a.deleted_at is null and a.main_id is null then ${kindStateColumn} else ${sql.lit(REMOVED)} end)::int2`
  const text = sql`replace(a.search_text, ${sql.lit(TEXT_SEPARATOR)}, ${sql.lit(SEPARATOR_SUBSTITUTE)})`
  const { rows } = await sql<Columns & { last: number | null }>`
    select max(a.number) as last, string_agg(uuid_send(a.id), '') as id, string_agg(int4send(a.number::int), '') as number,
      string_agg(timestamptz_send(a.created_at), '') as created_at,
      string_agg(int2send(${kindState}), '') as kind_state,
      string_agg(float8send(a.place[0]) || float8send(a.place[1]), '') as place,
      string_agg(int4send(hashtext(a.name_key)), '') as name_hash,
      ${id('a.event_type_id')} as type, ${id('a.creator_id')} as creator,
      string_agg(${text}, ${sql.lit(TEXT_SEPARATOR)}) as texts
    from ${from}`.execute(db)
  const [columns] = rows
  return columns?.last ? { rows: columns, last: columns.last } : undefined
}

function* rowsIn(columns: Columns, ids: IdReader): Generator<Row> {
  const { number, kindState, createdAt, place, nameHash } = columns
  const [types, creators] = [idWords(columns.type), idWords(columns.creator)]
  for (let index = 0; index * 4 < number.length; index++) {
    yield {
      number: number.readInt32BE(index * 4),
      kindState: kindState.readInt16BE(index * 2),
      createdAt: timeAt(createdAt, index),
      lng: place.readDoubleBE(index * 16),
      lat: place.readDoubleBE(index * 16 + 8),
      eventTypeId: ids.at(types, index),
      creatorId: ids.at(creators, index),
      nameHash: nameHash.readInt32BE(index * 4),
    }
  }
}

/** Every AOI of a service that is neither deleted nor merged, with its text. */
export async function* readService(db: Db, serviceId: string, signal?: AbortSignal): AsyncGenerator<LoadedPart> {
  const ids = new IdReader()
  for await (const part of readInParts(serviceId, ROWS_PER_QUERY, signal, (from) => readPart(db, from)))
    yield { rows: rowsIn(part, ids), ids: part.id, texts: Buffer.from(part.texts) }
}

/** These AOIs of a service as they are now; a deleted or merged one has the kind and state `REMOVED`. */
export const readSome = async (db: Db, serviceId: string, ids: string[]): Promise<SearchedAoi[]> => {
  const part = await readPart(db, sql`aoi a where a.id = any(${ids}::uuid[]) and a.service_id = ${serviceId}`)
  if (!part) return []
  const texts = part.rows.texts.split(TEXT_SEPARATOR)
  return [...rowsIn(part.rows, new IdReader())].map((row, at) => ({ row, text: texts[at] ?? '' }))
}

/** Ids in one query. */
const NAMES_PER_QUERY = 50_000

type LastName = { kind: string; nameKey: string; id: string }

/**
 * The ids of a service's AOIs in the order of their names, kind by kind: no list has two kinds. Merged ones are among them.
 * The index of names has all that is asked for: sorting, or fetching the rows in this order, takes several times as long.
 */
export async function* idsByName(db: Db, serviceId: string): AsyncGenerator<Buffer> {
  const readAfter = async (part: Names | undefined) =>
    part && !part.last ? undefined : readNames(db, serviceId, part?.last)
  for await (const { ids } of readAhead(readAfter)) if (ids) yield ids
}

/** Without `last` there are no more. */
type Names = { ids: Buffer | null; last: LastName | undefined }

const readNames = async (db: Db, serviceId: string, before: LastName | undefined): Promise<Names | undefined> => {
  const after = before ? sql`and (a.kind, a.name_key, a.id) > (${before.kind}, ${before.nameKey}, ${before.id})` : sql``
  const { rows } = await sql<{ ids: Buffer | null } & Partial<LastName>>`
    with part as materialized (
      select a.kind, a.name_key, a.id from aoi a where a.service_id = ${serviceId} and a.deleted_at is null ${after}
      order by a.kind, a.name_key, a.id limit ${sql.lit(NAMES_PER_QUERY)})
    select all_of.ids, last.* from (select string_agg(uuid_send(id), '') as ids from part) all_of
    left join (select * from part offset ${sql.lit(NAMES_PER_QUERY - 1)}) last on true`.execute(db)
  const [part] = rows
  return part && { ids: part.ids, last: part.id ? (part as LastName) : undefined }
}
