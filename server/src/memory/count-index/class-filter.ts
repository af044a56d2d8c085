import { type AoiFilter, AoiKind, AoiState } from '#contract'
import type { IdCodes } from '../../platform/kit/id-codes.ts'
import { columnFilterOf, isState } from '../live-view/column-filter.ts'
import { kindStateOf } from '../live-view/kind-state.ts'
import type { Classes } from './classes.ts'
import type { Span } from './columns.ts'
import type { Keep } from './count-rows.ts'

/** 1 at the code of each id that passes; undefined if all pass. */
type Passing = Uint8Array | undefined

/** A filter in terms of the classes of one service. */
type ClassFilter = { kindStates: Uint8Array; types?: Passing; creators?: Passing; communities?: Passing }

/** The filter of lists; its metric may have been looked up. */
export type CountedFilter = Omit<AoiFilter, 'metric'> & { metric?: unknown }

/** Which parts of a filter classes and times decide. */
const isDecided: Record<keyof AoiFilter, boolean> = {
  type: true,
  startTime: true,
  endTime: true,
  isActivity: true,
  isSensors: true,
  search: false,
  creator: true,
  eventType: true,
  community: true,
  // Changing a region moves more AOIs than messages would name.
  region: false,
  bbox: false,
  localMapId: false,
  metric: false,
}
const undecidedParts = (Object.keys(isDecided) as (keyof AoiFilter)[]).filter((part) => !isDecided[part])

/** Otherwise the caller asks the database. */
export const isDecidedByClasses = (filter: CountedFilter): boolean =>
  (filter.type === 'all' || isState(filter.type)) && !undecidedParts.some((part) => filter[part])

export const spanOf = (filter: CountedFilter): Span => {
  const { from, to } = columnFilterOf(filter)
  return { from, to }
}

/** Of ids, where null stands for none. */
const passingOf = (codes: IdCodes, ids: Iterable<string | null>): Uint8Array => {
  const passing = new Uint8Array(codes.ids.length)
  for (const id of ids) {
    const code = id === null ? 0 : codes.codeOf(id)
    if (code !== undefined) passing[code] = 1
  }
  return passing
}

const onlyOne = (codes: IdCodes, id: string | undefined): Passing =>
  id === undefined ? undefined : passingOf(codes, [id === 'none' ? null : id.toLowerCase()])

/** 1 at the code of each class that passes a filter of lists. */
export const classesOf = (classes: Classes, filter: CountedFilter): Uint8Array =>
  passingClasses(classes, {
    kindStates: columnFilterOf(filter).kindStates,
    types: onlyOne(classes.types, filter.eventType),
    creators: onlyOne(classes.members, filter.creator),
    communities: onlyOne(classes.communities, filter.community),
  })

/** What is counted by type: of one kind or of all, of these types and creators or of any, in each span by itself. */
export type TypeCounting = {
  kind?: AoiKind | undefined
  typeIds?: readonly string[] | undefined
  creatorIds?: readonly string[] | 'any' | undefined
  spans: readonly Span[]
}

export const countedClasses = (classes: Classes, { kind, typeIds, creatorIds }: TypeCounting): Uint8Array => {
  const { types, members } = classes
  const kindStates = new Uint8Array(256)
  for (const one of kind ? [kind] : AoiKind.options)
    for (const state of AoiState.options) kindStates[kindStateOf(one, state)] = 1
  return passingClasses(classes, {
    kindStates,
    types: typeIds && passingOf(types, typeIds),
    creators: creatorIds && passingOf(members, creatorIds === 'any' ? knownIds(members) : creatorIds),
  })
}

const knownIds = ({ ids }: IdCodes) => ids.filter((id) => id !== undefined)

function passingClasses(classes: Classes, { kindStates, types, creators, communities }: ClassFilter): Uint8Array {
  const { size, kindState, type, creator, community } = classes
  const passing = new Uint8Array(size)
  for (let code = 1; code < size; code++)
    if (
      kindStates[kindState[code] as number] === 1 &&
      (!types || types[type[code] as number] === 1) &&
      (!creators || creators[creator[code] as number] === 1) &&
      (!communities || communities[community[code] as number] === 1)
    )
      passing[code] = 1
  return passing
}

/** Only AOIs of these classes: 1 at the code of each. */
export const keepByClass =
  (passing: Uint8Array): Keep =>
  ({ code }, places, length) => {
    let count = 0
    for (let index = 0; index < length; index++) {
      const place = places[index] as number
      places[count] = place
      // A class that came since has no place in `passing`.
      count += passing[code[place] as number] ?? 0
    }
    return count
  }
