import { type AoiFilter, AoiState } from '#contract'
import type { Span } from '../../memory/count-index/columns.ts'
import type { Keep } from '../../memory/count-index/count-rows.ts'
import { columnFilterOf, isState } from '../../memory/live-view/column-filter.ts'
import type { IdCodes } from '../../platform/kit/id-codes.ts'
import type { EventClasses } from './event-classes.ts'

/** The filter of the dashboard; its metric may have been looked up. */
export type EventFilter = Omit<AoiFilter, 'metric' | 'isActivity' | 'isSensors'> & { metric?: unknown }

/** What is counted of a service: in a span, of these pairs of state and type, and only what is kept: the rows at `places`. */
export type Narrowing = { span: Span; passing: Uint8Array; keep: Keep | undefined; places?: Uint32Array | undefined }

/** Otherwise the caller asks the database. */
export const isDecidedByClasses = ({ type, search, bbox, localMapId, metric, community }: EventFilter): boolean =>
  (type === 'all' || isState(type)) && !search && !bbox && !localMapId && !metric && !community

const codeOf = (codes: IdCodes, id: string): number => (id === 'none' ? 0 : (codes.codeOf(id.toLowerCase()) ?? -1))

export const narrowingOf = (classes: EventClasses, filter: EventFilter): Narrowing => {
  const { from, to } = columnFilterOf(filter)
  const states = isState(filter.type) ? [filter.type] : AoiState.options
  const type = filter.eventType === undefined ? undefined : codeOf(classes.types, filter.eventType)
  const passing = Uint8Array.from(classes.pairs, (pair, code) =>
    code > 0 && states.includes(pair.state) && (type === undefined || type === pair.type) ? 1 : 0,
  )
  return { span: { from, to }, passing, keep: keeperOf(classes, filter) }
}

/** Undefined if all rows are kept. */
const keeperOf = (classes: EventClasses, { region, creator }: EventFilter): Keep | undefined => {
  if (region === undefined && creator === undefined) return undefined
  const regionCode = region === undefined ? undefined : codeOf(classes.regions, region)
  const creatorCode = creator === undefined ? undefined : codeOf(classes.members, creator)
  const isKept = Uint8Array.from({ length: classes.size }, (_, code) =>
    (regionCode === undefined || classes.region[code] === regionCode) &&
    (creatorCode === undefined || classes.creator[code] === creatorCode)
      ? 1
      : 0,
  )
  return (rows, places, length) => {
    let count = 0
    for (let index = 0; index < length; index++) {
      const place = places[index] as number
      places[count] = place
      count += isKept[rows.code[place] as number] as number
    }
    return count
  }
}
