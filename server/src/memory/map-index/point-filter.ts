import type { AoiFilter } from '#contract'
import type { BitSet } from '../../platform/kit/bit-set.ts'
import type { IdCodes } from '../../platform/kit/id-codes.ts'
import { anyRow, type ColumnFilter, columnFilterOf, isState } from '../live-view/column-filter.ts'
import { columnOf, MAX_LATITUDE, rowOf } from './grid.ts'

/** A box on the grid, its edges included; `west` is greater than `east` across the 180th meridian. */
type Box = { west: number; north: number; east: number; south: number }

/** A filter in terms of the columns. */
export type PointFilter = ColumnFilter & {
  box: Box | undefined
  eventType: string | undefined
  /** Only AOIs with these numbers: those that a caller chose. */
  numbers?: BitSet | undefined
}

/** Accepts every point: for points that a query selected. */
export const anyPoint: PointFilter = { ...anyRow, box: undefined, eventType: undefined }

/** Returns undefined if the columns cannot decide this filter exactly; the caller then asks the database. */
export const pointFilterOf = (filter: AoiFilter): PointFilter | undefined => {
  const { type, startTime: _, endTime: __, isActivity: ___, isSensors: ____, bbox, eventType, ...others } = filter
  if (Object.values(others).some(Boolean) || (bbox && endsBeyondGrid(bbox))) return undefined
  if (type !== 'all' && !isState(type)) return undefined
  return { ...columnFilterOf(filter), box: bbox && boxOf(bbox), eventType }
}

type Bbox = NonNullable<AoiFilter['bbox']>

/** Beyond the grid's edge all latitudes share one row: the columns cannot tell them apart. */
const endsBeyondGrid = ([, south, , north]: Bbox): boolean =>
  !(south <= -90 || Math.abs(south) < MAX_LATITUDE) || !(north >= 90 || Math.abs(north) < MAX_LATITUDE)

const boxOf = ([west, south, east, north]: Bbox): Box => ({
  west: columnOf(west),
  north: rowOf(north),
  east: columnOf(east),
  south: rowOf(south),
})

export const isInBox = ({ west, north, east, south }: Box, x: number, y: number): boolean =>
  y >= north && y <= south && (west <= east ? x >= west && x <= east : x >= west || x <= east)

/** The code of the event type that the filter asks for; -1 for any; undefined if these points have none of it. */
export const eventTypeCode = ({ eventType }: PointFilter, types: IdCodes): number | undefined => {
  if (eventType === undefined) return -1
  return eventType === 'none' ? 0 : types.codeOf(eventType)
}
