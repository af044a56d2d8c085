import { type AoiFilter, AoiKind, AoiState } from '#contract'
import type { BitSet } from '../kit/bit-set.ts'
import type { IdCodes } from '../kit/id-codes.ts'
import { type ColumnFilter, columnFilterOf, isState } from '../live-view/column-filter.ts'
import { kindStateOf } from '../live-view/kind-state.ts'
import type { Facts } from './facts.ts'

/** 1 at the code of each id that passes; undefined if all pass. */
type Passing = Uint8Array | undefined

/** A filter in terms of the columns of one service. */
export type FactFilter = ColumnFilter & {
  types?: Passing
  creators?: Passing
  communities?: Passing
  /** Only AOIs with these numbers, where a search found them. */
  numbers?: BitSet | undefined
}

/** The filter of lists; its metric may have been looked up. */
export type CountedFilter = Omit<AoiFilter, 'metric'> & { metric?: unknown }

/** Which parts of a filter the columns decide. */
const isColumn: Record<keyof AoiFilter, boolean> = {
  type: true,
  startTime: true,
  endTime: true,
  isActivity: true,
  isSensors: true,
  search: true,
  creator: true,
  eventType: true,
  community: true,
  // Changing a region moves more AOIs than messages would name.
  region: false,
  bbox: false,
  localMapId: false,
  metric: false,
}
const undecidedParts = (Object.keys(isColumn) as (keyof AoiFilter)[]).filter((part) => !isColumn[part])

/** Otherwise the caller asks the database. */
export const isDecidedByColumns = (filter: CountedFilter): boolean =>
  (filter.type === 'all' || isState(filter.type)) && !undecidedParts.some((part) => filter[part])

/** Of ids, where null stands for none. */
export const passingOf = (codes: IdCodes, ids: Iterable<string | null>): Uint8Array => {
  const passing = new Uint8Array(codes.ids.length)
  for (const id of ids) {
    const code = id === null ? 0 : codes.codeOf(id)
    if (code !== undefined) passing[code] = 1
  }
  return passing
}

const onlyOne = (codes: IdCodes, id: string | undefined): Passing =>
  id === undefined ? undefined : passingOf(codes, [id === 'none' ? null : id.toLowerCase()])

export const factFilterOf = (facts: Facts, filter: CountedFilter, numbers: BitSet | undefined): FactFilter => ({
  ...columnFilterOf(filter),
  types: onlyOne(facts.codes.types, filter.eventType),
  creators: onlyOne(facts.codes.members, filter.creator),
  communities: onlyOne(facts.codes.communities, filter.community),
  numbers,
})

/** Both ends included, in µs since 2000. */
export type Span = { from: number; to: number }

/** What is counted by type: of one kind or of all, of these types and creators or of any, in each span by itself. */
export type TypeCounting = {
  kind?: AoiKind | undefined
  typeIds?: readonly string[] | undefined
  creatorIds?: readonly string[] | 'any' | undefined
  spans: readonly Span[]
}

export const typeFiltersOf = (facts: Facts, { kind, typeIds, creatorIds, spans }: TypeCounting): FactFilter[] => {
  const { types, members } = facts.codes
  const kindStates = new Uint8Array(256)
  for (const one of kind ? [kind] : AoiKind.options)
    for (const state of AoiState.options) kindStates[kindStateOf(one, state)] = 1
  const filter = {
    kindStates,
    types: typeIds && passingOf(types, typeIds),
    creators: creatorIds && passingOf(members, creatorIds === 'any' ? knownIds(members) : creatorIds),
  }
  return spans.map((span) => ({ ...filter, ...span }))
}

const knownIds = ({ ids }: IdCodes) => ids.filter((id) => id !== undefined)

/** A range of rows. Those of the sorted ones are all of the period; of the others the time has to be looked at. */
type Range = { from: number; to: number; isSorted: boolean }

export const rangesOf = (facts: Facts, { from, to }: FactFilter): Range[] => [
  { from: facts.firstAt(from), to: facts.firstAt(to + 1), isSorted: true },
  { from: facts.sorted, to: facts.length, isSorted: false },
]

/**
 * Writes the rows from `from` to `to` that pass into `rows`, and returns how many there are. One column after the other:
 * a column that nobody filters by costs nothing.
 */
export const selectRows = (
  facts: Facts,
  filter: FactFilter,
  { from, to, isSorted }: Range,
  rows: Uint32Array,
): number => {
  let count = selectByState(facts, filter, from, to, rows)
  if (!isSorted) count = keepByTime(facts, filter, rows, count)
  if (filter.types) count = keepByCode(facts.type, filter.types, rows, count)
  if (filter.creators) count = keepByCode(facts.creator, filter.creators, rows, count)
  if (filter.communities) count = keepByCode(facts.community, filter.communities, rows, count)
  if (filter.numbers) count = keepByNumber(facts, filter.numbers, rows, count)
  return count
}

function selectByState(
  { kindState }: Facts,
  { kindStates }: FactFilter,
  from: number,
  to: number,
  rows: Uint32Array,
): number {
  let count = 0
  for (let row = from; row < to; row++) if (kindStates[kindState[row] as number] === 1) rows[count++] = row
  return count
}

function keepByTime({ createdAt }: Facts, { from, to }: FactFilter, rows: Uint32Array, length: number): number {
  let count = 0
  for (let place = 0; place < length; place++) {
    const row = rows[place] as number
    const time = createdAt[row] as number
    if (time >= from && time <= to) rows[count++] = row
  }
  return count
}

function keepByCode(column: Uint16Array, passing: Uint8Array, rows: Uint32Array, length: number): number {
  let count = 0
  for (let place = 0; place < length; place++) {
    const row = rows[place] as number
    if (passing[column[row] as number] === 1) rows[count++] = row
  }
  return count
}

function keepByNumber({ number }: Facts, numbers: BitSet, rows: Uint32Array, length: number): number {
  let count = 0
  for (let place = 0; place < length; place++) {
    const row = rows[place] as number
    if (numbers.has(number[row] as number)) rows[count++] = row
  }
  return count
}
