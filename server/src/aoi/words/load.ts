import { endianness } from 'node:os'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { GONE, look } from '../memory/look.ts'
import { byPages, timeAt } from '../memory/reading.ts'
import { BETWEEN_TEXTS, INSTEAD } from './pieces.ts'
import { NONE } from './rows.ts'
import type { Told } from './words.ts'

/** Pages of the table at once, some 1,000 rows. */
const PAGES_AT_ONCE = 80

type Column = 'number' | 'look' | 'createdAt' | 'place' | 'service' | 'type' | 'creator'
type Part = Record<Column, Buffer> & { texts: string }

/** Columns as PostgreSQL holds them, joined to long strings of bytes, all in the same order. */
const readPart = async (db: Db, from: RawBuilder<unknown>): Promise<Part | undefined> => {
  const id = (column: string) => sql`string_agg(uuid_send(coalesce(${sql.ref(column)}, ${sql.lit(NONE)}::uuid)), '')`
  const { rows } = await sql<Part | { number: null }>`
    select string_agg(int4send(a.number::int), '') as number, string_agg(timestamptz_send(a.created_at), '') as created_at,
      string_agg(int2send((case when a.deleted_at is null then ${look} else ${sql.lit(GONE)} end)::int2), '') as look,
      string_agg(float8send(a.place[0]) || float8send(a.place[1]), '') as place,
      ${id('a.service_id')} as service, ${id('a.event_type_id')} as type, ${id('a.creator_id')} as creator,
      string_agg(replace(a.search_text, ${sql.lit(BETWEEN_TEXTS)}, ${sql.lit(INSTEAD)}), ${sql.lit(BETWEEN_TEXTS)}) as texts
    from ${from}`.execute(db)
  const [part] = rows
  return part?.number ? part : undefined
}

function* rowsOf(part: Part): Generator<Told> {
  const texts = part.texts.split(BETWEEN_TEXTS)
  const idAt = (bytes: Buffer, index: number) => bytes.toString('hex', index * 16, index * 16 + 16)
  for (let index = 0; index < texts.length; index++) {
    const row = {
      number: part.number.readInt32BE(index * 4),
      look: part.look.readInt16BE(index * 2),
      createdAt: timeAt(part.createdAt, index),
      lng: part.place.readDoubleBE(index * 16),
      lat: part.place.readDoubleBE(index * 16 + 8),
      serviceId: idAt(part.service, index),
      eventTypeId: idAt(part.type, index),
      creatorId: idAt(part.creator, index),
    }
    yield [row, texts[index] ?? '']
  }
}

/** Every AOI that is not deleted, with its text. The next part is on its way while one is taken in. */
export async function* readAll(db: Db, signal?: AbortSignal): AsyncGenerator<Iterable<Told>> {
  let coming: Promise<Part | undefined> = Promise.resolve(undefined)
  for await (const page of byPages(db, await pagesAtOnce(db), signal)) {
    const part = await coming
    coming = readPart(db, page)
    // Whoever waits for it hears of it; nobody does once the words of another part cannot be taken in.
    coming.catch(() => {})
    if (part) yield rowsOf(part)
  }
  const last = await coming
  if (last) yield rowsOf(last)
}

/** Long texts lie beside the table: the more of them there are, the fewer pages are read at once. */
const pagesAtOnce = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ share: number | null }>`
    select pg_relation_size('aoi')::float8 / nullif(pg_table_size('aoi'), 0) as share`.execute(db)
  return Math.max(1, Math.round(PAGES_AT_ONCE * (rows[0]?.share ?? 1)))
}

/** How these AOIs stand now; a deleted one looks gone. */
export const readSome = async (db: Db, ids: string[]): Promise<Told[]> => {
  const part = await readPart(db, sql`aoi a where a.id = any(${ids}::uuid[])`)
  return part ? [...rowsOf(part)] : []
}

/** The numbers of all AOIs in the order of their names. */
export const numbersByName = async (db: Db): Promise<Uint32Array> => {
  const { rows } = await sql<{ numbers: Buffer | null }>`
    select string_agg(int4send(a.number::int), '') as numbers
    from (select a.number from aoi a where a.deleted_at is null order by a.name_key, a.id) a`.execute(db)
  const bytes = rows[0]?.numbers ?? Buffer.alloc(0)
  if (endianness() === 'LE') bytes.swap32()
  return new Uint32Array(Uint8Array.from(bytes).buffer)
}
