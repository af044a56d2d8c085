import { type AoiFilter, AoiState, kindOf } from '#contract'
import type { Codes } from './codes.ts'
import { columnOf, NORTHERNMOST, rowOf } from './grid.ts'
import { lookOf } from './look.ts'
import type { Numbers } from './numbers.ts'

/** A box on the grid, its edges included; `west` is greater than `east` across the 180th meridian. */
type Box = { west: number; north: number; east: number; south: number }

/** What a filter asks of a point, in the terms of the columns. */
export type Wanted = {
  /** 1 for each look that is wanted. */
  looks: Uint8Array
  /** In µs since 2000; both are included. */
  from: number
  to: number
  box: Box | undefined
  eventType: string | undefined
  /** Only these, where a search found them. */
  numbers?: Numbers | undefined
}

/** From 1970 on; PostgreSQL counts from 2000. */
export const US_UNTIL_2000 = Date.UTC(2000, 0) * 1000
const microseconds = (time: Date) => time.getTime() * 1000 - US_UNTIL_2000

/** Everything passes: for points that a query chose. */
export const anything: Wanted = {
  looks: new Uint8Array(256).fill(1, 0, 255),
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  box: undefined,
  eventType: undefined,
}

/** Nothing when the columns do not tell and the database has to be asked: for whatever a filter says besides these. */
export const wantedBy = (filter: AoiFilter): Wanted | undefined => {
  const { type, startTime: _, endTime: __, isActivity: ___, isSensors: ____, bbox, eventType, ...others } = filter
  if (Object.values(others).some(Boolean) || (bbox && isBeyond(bbox))) return undefined
  if (type !== 'all' && !isState(type)) return undefined
  return { ...roughlyWantedBy(filter), box: bbox && boxOf(bbox), eventType }
}

export const isState = (type: string): type is AoiState => AoiState.options.some((state) => state === type)

/** What a filter asks of kind, state and time. */
export const roughlyWantedBy = (
  filter: Pick<AoiFilter, 'type' | 'startTime' | 'endTime' | 'isActivity' | 'isSensors'>,
): Pick<Wanted, 'looks' | 'from' | 'to'> => {
  const { type, startTime, endTime } = filter
  const looks = new Uint8Array(256)
  for (const state of isState(type) ? [type] : AoiState.options) looks[lookOf(kindOf(filter), state)] = 1
  return {
    looks,
    from: startTime ? microseconds(startTime) : anything.from,
    to: endTime ? microseconds(endTime) : anything.to,
  }
}

type Bbox = NonNullable<AoiFilter['bbox']>

/** Where the grid ends it cannot tell one latitude from another. */
const isBeyond = ([, south, , north]: Bbox): boolean =>
  !(south <= -90 || Math.abs(south) < NORTHERNMOST) || !(north >= 90 || Math.abs(north) < NORTHERNMOST)

const boxOf = ([west, south, east, north]: Bbox): Box => ({
  west: columnOf(west),
  north: rowOf(north),
  east: columnOf(east),
  south: rowOf(south),
})

export const isIn = ({ west, north, east, south }: Box, x: number, y: number): boolean =>
  y >= north && y <= south && (west <= east ? x >= west && x <= east : x >= west || x <= east)

/** The code of the wanted event type, or -1 for any; nothing when these points have none of it. */
export const typeCode = ({ eventType }: Wanted, types: Codes): number | undefined => {
  if (eventType === undefined) return -1
  return eventType === 'none' ? 0 : types.known(eventType)
}
