import { sql } from 'kysely'
import { kindOf, type LngLat } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { inSlices, WIDE_SLICE } from '../../platform/kit/slices.ts'
import { EPOCH_2000_US } from '../live-view/read-table.ts'
import type { Cursor, PageQuery } from './query.ts'
import { onGlobe, type Rows } from './rows.ts'
import type { ServiceWords } from './word-index.ts'

type Order = Pick<PageQuery, 'sort' | 'order' | 'near' | 'after' | 'until' | 'isActivity' | 'isSensors'>

/** The key of a hit is its value in the column times the sign: keys ascend in the order of the list. */
export type SortKeys = {
  column: Uint32Array | Float64Array
  /** Whether the column has a value for each hit, or one for each row. */
  isByHit: boolean
  sign: 1 | -1
  /** The value of rows whose place in the order is not known. */
  unknown: number | undefined
  /** Between the cursors, both included. */
  from: number
  to: number
}

/** How far a key may be off: 6 m of the globe's radius. Ranks and microseconds are whole and exact. */
export const KEY_TOLERANCE = 1e-6

/** Returns undefined if the place of a cursor in the order is not known. */
export const sortKeysOf = async (
  db: Db,
  words: ServiceWords,
  order: Order,
  hits: Uint32Array,
): Promise<SortKeys | undefined> => {
  const { rows } = words.index
  const { after, until, sort } = order
  const sign = sort === 'nearest' || order.order === 'asc' ? 1 : -1
  const first = after ? await columnValueOf(db, words, order, after) : sign * -Infinity
  const last = until ? await columnValueOf(db, words, order, until) : sign * Infinity
  if (first === undefined || last === undefined) return undefined
  const range = { sign, from: sign * first - KEY_TOLERANCE, to: sign * last + KEY_TOLERANCE } as const
  if (sort === 'name') return { ...range, column: rows.rank, isByHit: false, unknown: 0 }
  if (sort === 'createdAt' || !order.near)
    return { ...range, column: rows.createdAt, isByHit: false, unknown: undefined }
  return { ...range, column: await distancesOf(rows, hits, order.near), isByHit: true, unknown: undefined }
}

const distancesOf = async ({ x, y, z }: Rows, hits: Uint32Array, near: LngLat): Promise<Float64Array> => {
  const [nearX, nearY, nearZ] = onGlobe(...near)
  const column = new Float64Array(hits.length)
  const measure = (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const row = hits[at] as number
      const [byX, byY, byZ] = [(x[row] as number) - nearX, (y[row] as number) - nearY, (z[row] as number) - nearZ]
      column[at] = Math.sqrt(byX * byX + byY * byY + byZ * byZ)
    }
  }
  await inSlices(0, hits.length, measure, WIDE_SLICE)
  return column
}

/** The value of a cursor in the column. */
const columnValueOf = async (
  db: Db,
  words: ServiceWords,
  order: Order,
  cursor: Cursor,
): Promise<number | undefined> => {
  const { sort, near } = order
  if (sort === 'name') return rankOf(db, words, order, cursor)
  return sort === 'createdAt' || !near ? Number(cursor[0]) - EPOCH_2000_US : Number(cursor[0])
}

/**
 * The rank of the last AOI up to a cursor, which may name an AOI of another service; 0 if there is none. Undefined if it is
 * not known: the AOI got its name after the names were sorted.
 */
const rankOf = async (
  db: Db,
  { serviceId, index }: ServiceWords,
  order: Order,
  [name, id]: Cursor,
): Promise<number | undefined> => {
  const { rows } = await sql<{ number: number; nameHash: number }>`
    select a.number, hashtext(a.name_key) as name_hash from aoi a
    where a.service_id = ${serviceId} and a.kind = ${kindOf(order)} and a.deleted_at is null and a.main_id is null
      and (a.name_key, a.id) <= (${name}, ${id}) order by a.name_key desc, a.id desc limit 1`.execute(db)
  const [last] = rows
  if (!last) return 0
  const row = index.find(last.number)
  if (row === undefined || index.rows.nameHash[row] !== last.nameHash) return undefined
  return index.rows.rank[row] || undefined
}
