import { endianness } from 'node:os'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { kindStateColumn, REMOVED } from '../live-view/kind-state.ts'
import { tableRanges, timeAt } from '../live-view/read-table.ts'
import { SEPARATOR_SUBSTITUTE, TEXT_SEPARATOR } from './meaning.ts'
import { NO_ID } from './rows.ts'
import type { SearchedAoi } from './word-index.ts'

/** Pages of the table in one query, some 1,000 rows. */
const PAGES_PER_QUERY = 80

type Column = 'number' | 'kindState' | 'createdAt' | 'place' | 'service' | 'type' | 'creator' | 'nameHash'
type Part = Record<Column, Buffer> & { texts: string }

/** Columns in PostgreSQL's binary form, concatenated, all in the same order. */
const readPart = async (db: Db, from: RawBuilder<unknown>): Promise<Part | undefined> => {
  const id = (column: string) => sql`string_agg(uuid_send(coalesce(${sql.ref(column)}, ${sql.lit(NO_ID)}::uuid)), '')`
  const kindState = sql`(case when a.deleted_at is null and a.main_id is null then ${kindStateColumn} else ${sql.lit(REMOVED)} end)::int2`
  const text = sql`replace(a.search_text, ${sql.lit(TEXT_SEPARATOR)}, ${sql.lit(SEPARATOR_SUBSTITUTE)})`
  const { rows } = await sql<Part | { number: null }>`
    select string_agg(int4send(a.number::int), '') as number,
      string_agg(timestamptz_send(a.created_at), '') as created_at,
      string_agg(int2send(${kindState}), '') as kind_state,
      string_agg(float8send(a.place[0]) || float8send(a.place[1]), '') as place,
      string_agg(int4send(hashtext(a.name_key)), '') as name_hash,
      ${id('a.service_id')} as service, ${id('a.event_type_id')} as type, ${id('a.creator_id')} as creator,
      string_agg(${text}, ${sql.lit(TEXT_SEPARATOR)}) as texts
    from ${from}`.execute(db)
  const [part] = rows
  return part?.number ? part : undefined
}

function* aoisIn(part: Part): Generator<SearchedAoi> {
  const texts = part.texts.split(TEXT_SEPARATOR)
  const idAt = (bytes: Buffer, index: number) => bytes.toString('hex', index * 16, index * 16 + 16)
  for (let index = 0; index < texts.length; index++) {
    const row = {
      number: part.number.readInt32BE(index * 4),
      kindState: part.kindState.readInt16BE(index * 2),
      createdAt: timeAt(part.createdAt, index),
      lng: part.place.readDoubleBE(index * 16),
      lat: part.place.readDoubleBE(index * 16 + 8),
      serviceId: idAt(part.service, index),
      eventTypeId: idAt(part.type, index),
      creatorId: idAt(part.creator, index),
      nameHash: part.nameHash.readInt32BE(index * 4),
    }
    yield { row, text: texts[index] ?? '' }
  }
}

/** Every AOI that is neither deleted nor merged, with its text. The next part is read while the caller processes one. */
export async function* readAll(db: Db, signal?: AbortSignal): AsyncGenerator<Iterable<SearchedAoi>> {
  let next: Promise<Part | undefined> = Promise.resolve(undefined)
  for await (const range of tableRanges(db, await pagesPerQuery(db), signal)) {
    const part = await next
    next = readPart(db, range)
    // Rethrown where it is awaited; nobody awaits it if the caller stops because of an error of its own.
    next.catch(() => {})
    if (part) yield aoisIn(part)
  }
  const last = await next
  if (last) yield aoisIn(last)
}

/** Long texts are stored outside the table's own pages: the more there are, the fewer pages are read in one query. */
const pagesPerQuery = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ share: number | null }>`
    select pg_relation_size('aoi')::float8 / nullif(pg_table_size('aoi'), 0) as share`.execute(db)
  return Math.max(1, Math.round(PAGES_PER_QUERY * (rows[0]?.share ?? 1)))
}

/** These AOIs as they are now; a deleted or merged one has the kind and state `REMOVED`. */
export const readSome = async (db: Db, ids: string[]): Promise<SearchedAoi[]> => {
  const part = await readPart(db, sql`aoi a where a.id = any(${ids}::uuid[])`)
  return part ? [...aoisIn(part)] : []
}

/** The numbers of all AOIs in the order of their names. */
export const numbersByName = async (db: Db): Promise<Uint32Array> => {
  const { rows } = await sql<{ numbers: Buffer | null }>`
    select string_agg(int4send(a.number::int), '') as numbers
    from (select a.number from aoi a where a.deleted_at is null and a.main_id is null order by a.name_key, a.id) a`.execute(
    db,
  )
  const bytes = rows[0]?.numbers ?? Buffer.alloc(0)
  if (endianness() === 'LE') bytes.swap32()
  return new Uint32Array(Uint8Array.from(bytes).buffer)
}
