import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type AoiPart, partReader, TEXT_SEPARATOR } from '../live-view/aoi-part.ts'
import { fromBase64, inBase64 } from '../live-view/binary-columns.ts'
import { idAt } from '../live-view/id-column.ts'
import { readAhead } from '../live-view/read-table.ts'
import type { ROW_COLUMNS, Row } from './rows.ts'
import { type SearchedAoi, WORD_COLUMNS } from './word-index.ts'

/** These AOIs of a service as they are now; a deleted or merged one has the kind and state `REMOVED`. */
export const readSome = async (db: Db, serviceId: string, ids: string[]): Promise<SearchedAoi[]> => {
  const from = sql`aoi a where a.id = any(${ids}::uuid[]) and a.service_id = ${serviceId}`
  const [part] = await partReader(WORD_COLUMNS)(db, from)
  const texts = part?.searchText.split(TEXT_SEPARATOR)
  return part ? rowsIn(part).map((row, index) => ({ row, text: texts?.[index] ?? '' })) : []
}

const rowsIn = ({ eventTypeId, creatorId, ...part }: AoiPart<(typeof ROW_COLUMNS)[number]>): Row[] =>
  Array.from(part.number, (number, index) => ({
    number,
    kindState: part.kindState[index] as number,
    createdAt: part.createdAt[index] as number,
    lng: part.place[index * 2] as number,
    lat: part.place[index * 2 + 1] as number,
    eventTypeId: idAt(eventTypeId, index),
    creatorId: idAt(creatorId, index),
    nameHash: part.nameHash[index] as number,
  }))

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
  const { rows } = await sql<{ ids: string | null } & Partial<LastName>>`
    with part as materialized (
      select a.kind, a.name_key, a.id from aoi a where a.service_id = ${serviceId} and a.deleted_at is null ${after}
      order by a.kind, a.name_key, a.id limit ${sql.lit(NAMES_PER_QUERY)})
    select all_of.ids, last.* from (select ${inBase64(sql`string_agg(uuid_send(id), '')`)} as ids from part) all_of
    left join (select * from part offset ${sql.lit(NAMES_PER_QUERY - 1)}) last on true`.execute(db)
  const [part] = rows
  return (
    part && { ids: part.ids === null ? null : fromBase64(part.ids), last: part.id ? (part as LastName) : undefined }
  )
}
