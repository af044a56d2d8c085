import { type AoiFilter, type AoiListQuery, kindOf } from './filter.ts'
import { ANONYMOUS, type AoiSummary, type SharedAoiRow } from './schema.ts'
import { kindOfAoi } from './subject.ts'

/**
 * Applies rows from live messages to a client's lists. The result equals the server's list, or says that only the
 * server knows.
 */

/** The reader of a list. */
export type RowReader = { createdAt: string }

export type ListPart = { rows: AoiSummary[]; until: string | null }

/** Values as a client writes them into the address, before they are parsed. */
type QueryValues<T> = { [K in keyof T]?: unknown }
export type ListFilter = QueryValues<AoiFilter> & QueryValues<Pick<AoiListQuery, 'sort' | 'order' | 'near'>>

/** Changes of AOIs in a message; `isNew` if it created them. */
export type RowChange = { isNew: boolean; rows: readonly SharedAoiRow[]; goneIds: readonly string[] }

/** A row as the reader knew it before the change. */
type KnownRow = Pick<AoiSummary, 'changedAt' | 'isRead'>
type KnownRows = ReadonlyMap<string, KnownRow>

const isSet = (flag: unknown): boolean => String(flag) === 'true'

/** Whether the reader has seen the newest change by others. Undefined if only the server knows. */
const isReadBy = (row: SharedAoiRow, { createdAt }: RowReader, isNew: boolean, known: KnownRow | undefined) => {
  if (row.receivedAt < createdAt) return true
  if (known?.changedAt === row.changedAt) return known.isRead
  return isNew || known ? false : undefined
}

type Verdict = boolean | undefined

const isOfState = ({ state }: SharedAoiRow, type: unknown, isRead: Verdict): Verdict => {
  switch (type ?? 'all') {
    case 'all':
      return true
    // What is shared with the reader is not carried to it.
    case 'shared':
      return false
    case 'read':
      return state === 'done' ? false : isRead
    case 'unread':
      return state === 'done' ? false : isRead === undefined ? undefined : !isRead
    default:
      return state === type
  }
}

const isInPeriod = ({ properties }: SharedAoiRow, { startTime, endTime }: ListFilter): boolean => {
  const time = Date.parse(properties.creationTime)
  const instant = (value: unknown) => new Date(value as string | number).getTime()
  return (startTime === undefined || time >= instant(startTime)) && (endTime === undefined || time <= instant(endTime))
}

const isNamed = (wanted: unknown, id: string | null | undefined): boolean =>
  wanted === undefined || wanted === (id ?? 'none')

/** Whether a list shows the row; undefined if only the server can tell. */
export const isListed = (row: SharedAoiRow, filter: ListFilter, isRead: Verdict): Verdict => {
  const { properties, region } = row
  const kind = kindOf({ isActivity: isSet(filter.isActivity), isSensors: isSet(filter.isSensors) })
  const isOut =
    kindOfAoi(row) !== kind ||
    !isNamed(filter.eventType, properties.publicAction?._id) ||
    !isNamed(filter.community, properties.activity?.communityId) ||
    !isNamed(filter.region, region)
  if (isOut) return false
  const ofState = isOfState(row, filter.type, isRead)
  if (ofState === false) return false
  // A metric may count entries of older AOIs within the period.
  if (filter.metric) return undefined
  if (!isInPeriod(row, filter)) return false
  if (filter.search || filter.bbox || filter.localMapId) return undefined
  if (filter.creator !== undefined) {
    if (properties.creatorID === ANONYMOUS) return undefined
    if (!isNamed(filter.creator, properties.creatorID)) return false
  }
  return ofState
}

type Sortable = Pick<AoiSummary, 'geometry' | 'properties'>

/** Ms since 1970, for lists in the order of a time. */
const timeIn = ({ properties: { activity, creationTime } }: Sortable, sort: unknown): number | undefined => {
  if (sort === 'name' || sort === 'nearest' || sort === 'upcoming') return undefined
  const start = sort === 'startTime' ? (activity?.startTime ?? activity?.plannedTime) : undefined
  return Date.parse(start ?? creationTime)
}

const timesOf = ({ properties: { activity, creationTime } }: Sortable) =>
  [activity?.startTime, activity?.plannedTime, creationTime].join()

const sortsAsBefore = (one: Sortable, other: Sortable, sort: unknown): boolean => {
  if (sort === 'name') return one.properties.name === other.properties.name
  if (sort === 'nearest') return String(one.geometry[0]?.coordinates) === String(other.geometry[0]?.coordinates)
  if (sort === 'upcoming') return timesOf(one) === timesOf(other)
  return timeIn(one, sort) === timeIn(other, sort)
}

declare const atob: (text: string) => string

/** The time in a cursor, in ms with a fraction. The server writes it in microseconds. */
const timeOfCursor = (cursor: string): number =>
  Number((JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))) as unknown[])[1]) / 1000

/**
 * Position of a row in a segment: -1 in another segment, undefined if only the server knows. Rows of the same
 * millisecond have an order of which they hold no value.
 */
const placeOf = (row: SharedAoiRow, part: ListPart, after: string | undefined, { sort, order }: ListFilter) => {
  const time = timeIn(row, sort)
  if (time === undefined) return undefined
  const sign = order === 'asc' ? 1 : -1
  /** Above zero if the row comes after that time. */
  const compare = (other: number) => (Math.floor(other) === time ? undefined : Math.sign(time - other) * sign)
  const fromStart = after === undefined ? 1 : compare(timeOfCursor(after))
  const toEnd = part.until === null ? -1 : compare(timeOfCursor(part.until))
  if (fromStart === undefined || toEnd === undefined) return undefined
  if (fromStart < 0 || toEnd > 0) return -1
  const sides = part.rows.map((other) => compare(timeIn(other, sort) ?? Number.NaN))
  if (sides.includes(undefined)) return undefined
  const next = sides.findIndex((side) => side !== undefined && side < 0)
  return next < 0 ? part.rows.length : next
}

type Patch = { filter: ListFilter; after: string | undefined; reader: RowReader; known: KnownRows }

/** The segment with one row changed; undefined if only the server knows. */
const putRow = (part: ListPart, row: SharedAoiRow, isNew: boolean, patch: Patch): ListPart | undefined => {
  const { filter, after, reader, known } = patch
  const at = part.rows.findIndex(({ _id }) => _id === row._id)
  const before = part.rows[at]
  if (before && before.revision > row.revision) return part
  const isRead = isReadBy(row, reader, isNew, before ?? known.get(row._id))
  const verdict = isListed(row, filter, isRead)
  if (verdict === undefined) return undefined
  const without = before ? { ...part, rows: part.rows.toSpliced(at, 1) } : part
  if (!verdict) return without
  const isHere = before !== undefined && sortsAsBefore(before, row, filter.sort)
  const place = isHere ? at : placeOf(row, without, after, filter)
  if (place === undefined) return undefined
  if (place < 0) return without
  if (isRead === undefined) return undefined
  const { receivedAt: _, ...shown } = row
  return { ...part, rows: without.rows.toSpliced(place, 0, { ...shown, isRead, isShared: false }) }
}

/** The segment after a change; the same object if unchanged, undefined if only the server knows. */
export const patchList = (part: ListPart, { isNew, rows, goneIds }: RowChange, patch: Patch): ListPart | undefined => {
  const gone = new Set(goneIds)
  let patched: ListPart | undefined = part
  if (part.rows.some(({ _id }) => gone.has(_id)))
    patched = { ...part, rows: part.rows.filter(({ _id }) => !gone.has(_id)) }
  for (const row of rows) patched &&= putRow(patched, row, isNew, patch)
  return patched
}
