import { sql } from 'kysely'
import type { AoiListQuery, LngLat } from '#contract'
import type { Db } from '../../db/database.ts'
import { type Cursor, decodeCursor } from '../cursor.ts'
import { inSlices, WIDE_SLICE } from '../memory/slices.ts'
import { US_UNTIL_2000 } from '../memory/wanted.ts'
import { onGlobe, type Rows } from './rows.ts'
import type { Words } from './words.ts'

type Order = Pick<AoiListQuery, 'sort' | 'order' | 'near' | 'cursor' | 'until'>

/** A hit's key is its value in the column with the sign: it rises in the order of the list. */
export type Keys = {
  column: Uint32Array | Float64Array
  /** Whether the column has a value for each hit, or one for each row. */
  isByHit: boolean
  sign: 1 | -1
  /** The value of rows whose place is not known. */
  unknown: number | undefined
  /** Between the cursors, both included. */
  from: number
  to: number
}

/** How far a key may be off: 6 m of the globe's radius. Ranks and microseconds are whole and exact. */
export const ROUNDING = 1e-6

/** Nothing where the place of a cursor is not known. */
export const keysOf = async (db: Db, words: Words, order: Order, hits: Uint32Array): Promise<Keys | undefined> => {
  const { rows } = words
  const { cursor, until, sort } = order
  const sign = sort === 'nearest' || order.order === 'asc' ? 1 : -1
  const after = cursor ? await placeOf(db, words, order, decodeCursor(cursor, sort, 'cursor')) : sign * -Infinity
  const upTo = until ? await placeOf(db, words, order, decodeCursor(until, sort, 'until')) : sign * Infinity
  if (after === undefined || upTo === undefined) return undefined
  const between = { sign, from: sign * after - ROUNDING, to: sign * upTo + ROUNDING } as const
  if (sort === 'name') return { ...between, column: rows.rank, isByHit: false, unknown: 0 }
  if (sort === 'createdAt' || !order.near)
    return { ...between, column: rows.createdAt, isByHit: false, unknown: undefined }
  return { ...between, column: await distances(rows, hits, order.near), isByHit: true, unknown: undefined }
}

const distances = async ({ x, y, z }: Rows, hits: Uint32Array, near: LngLat): Promise<Float64Array> => {
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

const placeOf = async (db: Db, words: Words, { sort, near }: Order, cursor: Cursor): Promise<number | undefined> => {
  if (sort === 'name') return rankOf(db, words, cursor)
  return sort === 'createdAt' || !near ? Number(cursor[0]) - US_UNTIL_2000 : Number(cursor[0])
}

/** The rank of the AOI that a page ended with, if it is still called so. */
const rankOf = async (db: Db, words: Words, [name, id]: Cursor): Promise<number | undefined> => {
  const { rows } = await sql<{ number: number }>`
    select a.number from aoi a where a.id = ${id} and a.name_key = ${name}`.execute(db)
  const row = rows[0] && words.find(rows[0].number)
  return row === undefined ? undefined : words.rows.rank[row] || undefined
}
