import type { Actor, AoiListQuery } from '#contract'
import type { Filter } from '../filter.ts'
import type { Codes } from '../memory/codes.ts'
import { roughlyWantedBy } from '../memory/wanted.ts'
import { digitsOf, NONE, type Rows } from './rows.ts'

type Query = Filter<AoiListQuery>

const ANY = -1
const UNKNOWN = -2

const codeOf = (codes: Codes, id: string | undefined): number =>
  id === undefined ? ANY : (codes.known(id === 'none' ? NONE : digitsOf(id)) ?? UNKNOWN)

/** 1 for the code of each of these ids. */
export const flagged = (codes: Codes, ids: readonly string[]): Uint8Array => {
  const flags = new Uint8Array(codes.ids.length)
  for (const id of ids) flags[codes.known(digitsOf(id)) ?? flags.length] = 1
  return flags
}

/** What a filter says of a row, as far as the columns tell; of the rest the database decides. */
export const conditionOf = (rows: Rows, actor: Actor, query: Query): ((row: number) => boolean) => {
  // What a metric finds by entries may have been created before the period.
  const { looks, from, to } = roughlyWantedBy(
    query.metric ? { ...query, startTime: undefined, endTime: undefined } : query,
  )
  const isVisible = flagged(rows.services, actor.visibleServiceIds)
  const type = codeOf(rows.types, query.eventType)
  const creator = codeOf(rows.creators, query.creator)
  return (row) => {
    const time = rows.createdAt[row] as number
    return (
      isVisible[rows.service[row] as number] === 1 &&
      looks[rows.look[row] as number] === 1 &&
      time >= from &&
      time <= to &&
      (type === ANY || rows.type[row] === type) &&
      (creator === ANY || rows.creator[row] === creator)
    )
  }
}
