import type { IdCodes } from '../../platform/kit/id-codes.ts'
import { columnFilterOf } from '../live-view/column-filter.ts'
import type { PageQuery } from './query.ts'
import type { Rows } from './rows.ts'

/** `IdCodes` count from 1. */
const NONE = 0
const ANY = -1
const UNKNOWN = -2

const codeOf = (codes: IdCodes, id: string | undefined): number =>
  id === undefined ? ANY : id === 'none' ? NONE : (codes.codeOf(id.toLowerCase()) ?? UNKNOWN)

/** Rules out rows as far as the columns can; PostgreSQL decides the rest of the filter. */
export const rowFilterOf = (rows: Rows, query: PageQuery): ((row: number) => boolean) => {
  const { kindStates, from, to } = columnFilterOf(
    query.hasMetric ? { ...query, startTime: undefined, endTime: undefined } : query,
  )
  const type = codeOf(rows.types, query.eventType)
  const creator = codeOf(rows.creators, query.creator)
  return (row) => {
    const time = rows.createdAt[row] as number
    return (
      kindStates[rows.kindState[row] as number] === 1 &&
      time >= from &&
      time <= to &&
      (type === ANY || rows.type[row] === type) &&
      (creator === ANY || rows.creator[row] === creator)
    )
  }
}
