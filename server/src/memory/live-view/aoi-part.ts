import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { bytesIn, floatsIn, fromBase64, inBase64, int32sIn, timesIn, uint32sIn } from './binary-columns.ts'
import { type IdColumn, IdReader } from './id-column.ts'
import { kindStateColumn, REMOVED } from './kind-state.ts'

/** Some AOIs of a service as columns, all in the same order. */
type Columns = {
  /** 16 bytes each. */
  id: Buffer
  number: Uint32Array
  /** `REMOVED` of a deleted or merged one. */
  kindState: Uint8Array
  /** In µs since 2000, as PostgreSQL counts: exact. */
  createdAt: Float64Array
  receivedAt: Float64Array
  /** On the grid. */
  x: Int32Array
  y: Int32Array
  /** Longitude and latitude of each. */
  place: Float64Array
  eventTypeId: IdColumn
  creatorId: IdColumn
  communityId: IdColumn
  /** The member who changed it last, if nobody else ever did. */
  soleChangerId: IdColumn
}

export type Column = keyof Columns

/** `last`: the highest number among them. */
export type AoiPart<C extends Column = Column> = { count: number; last: number } & Pick<Columns, C>

/** Ids that an AOI may have or not. */
const idColumns = {
  eventTypeId: sql`a.event_type_id`,
  creatorId: sql`a.creator_id`,
  communityId: sql`a.community_id`,
  soleChangerId: sql`(case when a.changed_by_others_at is null then a.changed_by end)`,
}
type IdName = keyof typeof idColumns
const idNames = Object.keys(idColumns) as IdName[]

/** Values in PostgreSQL's binary form, concatenated: a hundredth of the cost of a row each. */
const joined = (value: RawBuilder<unknown>) => inBase64(sql`string_agg(${value}, '')`)
/** Of those rows that have one: an id takes more than all the rest of a row. */
const ids = (column: RawBuilder<unknown>) => joined(sql`uuid_send(${column})`)
/** For each row which of its ids it has, a bit for each. */
const hasIds = sql.join(
  Object.values(idColumns).map(
    (column, bit) => sql`(case when ${column} is null then 0 else ${sql.lit(2 ** bit)} end)`,
  ),
  sql` + `,
)
const kindState = sql`(case when a.deleted_at is null and a.main_id is null then ${kindStateColumn} else ${sql.lit(REMOVED)} end)`

/** Each column of `aoi a`. A number fits an int4: two thousand million AOIs would not fit in memory. */
const selected: Record<Column, RawBuilder<unknown>> = {
  id: joined(sql`uuid_send(a.id)`),
  number: joined(sql`int4send(a.number::int)`),
  // Its lower byte is the second one.
  kindState: joined(sql`int2send(${kindState}::int2)`),
  createdAt: joined(sql`timestamptz_send(a.created_at)`),
  receivedAt: joined(sql`timestamptz_send(a.received_at)`),
  x: joined(sql`int4send(a.grid_x)`),
  y: joined(sql`int4send(a.grid_y)`),
  place: joined(sql`point_send(a.place)`),
  eventTypeId: ids(idColumns.eventTypeId),
  creatorId: ids(idColumns.creatorId),
  communityId: ids(idColumns.communityId),
  soleChangerId: ids(idColumns.soleChangerId),
}

/** A column of ids is null where no row has one. */
type ColumnsRow = { count: number; last: number; hasId: string } & Record<IdName, string | null> &
  Record<Exclude<Column, IdName>, string>

/** Reads parts with these columns. A code stands for the same id in all of them. */
export const partReader = <C extends Column>(columns: readonly C[]) => {
  const idReaders = Object.fromEntries(idNames.map((name) => [name, new IdReader()])) as Record<IdName, IdReader>
  const readIds = (name: IdName, found: ColumnsRow) =>
    idReaders[name].read(fromBase64(found[name] ?? ''), bytesIn(fromBase64(found.hasId)), 2 ** idNames.indexOf(name))
  const decoders: { [C in Column]: (found: ColumnsRow) => Columns[C] } = {
    id: ({ id }) => fromBase64(id),
    number: ({ number }) => uint32sIn(fromBase64(number)),
    kindState: ({ kindState }) => bytesIn(fromBase64(kindState)),
    createdAt: ({ createdAt }) => timesIn(fromBase64(createdAt)),
    receivedAt: ({ receivedAt }) => timesIn(fromBase64(receivedAt)),
    x: ({ x }) => int32sIn(fromBase64(x)),
    y: ({ y }) => int32sIn(fromBase64(y)),
    place: ({ place }) => floatsIn(fromBase64(place)),
    eventTypeId: (found) => readIds('eventTypeId', found),
    creatorId: (found) => readIds('creatorId', found),
    communityId: (found) => readIds('communityId', found),
    soleChangerId: (found) => readIds('soleChangerId', found),
  }
  const list = sql.join(columns.map((column) => sql`${selected[column]} as ${sql.ref(column)}`))

  function* decoded(rows: readonly ColumnsRow[]): Generator<AoiPart<C>> {
    for (const found of rows) {
      if (found.count === 0) continue
      const entries = columns.map((column) => [column, decoders[column](found)])
      yield { count: found.count, last: found.last, ...(Object.fromEntries(entries) as Pick<Columns, C>) }
    }
  }

  /** `from` names its rows `a`; they are one part unless it groups them. There is no part without rows. */
  return async (db: Db, from: RawBuilder<unknown>): Promise<Iterable<AoiPart<C>>> => {
    const { rows } = await sql<ColumnsRow>`
      select count(*)::int as count, max(a.number) as last, ${joined(sql`int2send((${hasIds})::int2)`)} as has_id, ${list}
      from ${from}`.execute(db)
    return decoded(rows)
  }
}
