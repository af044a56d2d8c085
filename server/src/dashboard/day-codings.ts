import type { Coding } from '../count-index/block-sums.ts'
import type { Span } from '../count-index/columns.ts'
import type { TimedRows } from '../count-index/timed-rows.ts'
import { DAY_US, localDay, type ZoneOffsets } from './zone-offsets.ts'

/** Time zones of which sums are kept; of a service most readers share one. */
const MAX_ZONES = 4
/** Days times pairs of state and type; beyond it PostgreSQL counts. */
const MAX_CODES = 10_000_000
/** For days and pairs to come. */
const SPARE_DAYS = 30
const SPARE_PAIRS = 32

/** By day and by pair of state and type: `(day - first) * pairCount + pair`, below `size`. */
type DayCoding = { coding: Coding; first: number; last: number; pairCount: number; size: number; rows: TimedRows }

type Coded = { service: { rows: TimedRows }; classes: { pair: Uint32Array; pairs: readonly unknown[] } }

/** The codings by day of a service, one for each time zone. */
export class DayCodings {
  readonly #byZone = new Map<ZoneOffsets, DayCoding>()

  /** Undefined if dates are so far apart that only the database can count by day. */
  codingOf(zone: ZoneOffsets, { service: { rows }, classes }: Coded): DayCoding | undefined {
    const span = timesOf(rows)
    // Where clocks are put back at midnight, a later moment is on the day before.
    const [first, last] = [localDay(zone, span.from) - 1, localDay(zone, span.to) + 1]
    const known = this.#byZone.get(zone)
    if (known?.rows === rows && known.first <= first && known.last >= last && classes.pairs.length <= known.pairCount)
      return known
    if (known) this.#forget(zone, known)
    const pairCount = classes.pairs.length + SPARE_PAIRS
    const size = (last - first + SPARE_DAYS + 1) * pairCount
    if (size > MAX_CODES) return undefined
    const [oldest] = this.#byZone
    if (oldest && this.#byZone.size >= MAX_ZONES) this.#forget(...oldest)
    const days = {
      first,
      last: last + SPARE_DAYS,
      pairCount,
      size,
      rows,
      coding: codingBy(zone, classes, first, pairCount),
    }
    this.#byZone.set(zone, days)
    return days
  }

  #forget(zone: ZoneOffsets, { rows, coding }: DayCoding): void {
    rows.forgetSumsBy(coding)
    this.#byZone.delete(zone)
  }
}

/** From the first to the last row. */
export function timesOf({ createdAt, sorted, length }: TimedRows): Span {
  const span = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  if (sorted > 0) [span.from, span.to] = [createdAt[0] as number, createdAt[sorted - 1] as number]
  for (let place = sorted; place < length; place++) {
    span.from = Math.min(span.from, createdAt[place] as number)
    span.to = Math.max(span.to, createdAt[place] as number)
  }
  return length > 0 ? span : { from: 0, to: 0 }
}

/** Rows in the order of time need no search for the offset of their clocks. */
const codingBy =
  ({ starts, offsets }: ZoneOffsets, classes: Coded['classes'], first: number, pairCount: number): Coding =>
  ({ code, createdAt }, places, count, codes) => {
    const { pair } = classes
    let at = 0
    for (let index = 0; index < count; index++) {
      const place = places[index] as number
      const time = createdAt[place] as number
      while (at > 0 && time < (starts[at] as number)) at--
      while (at + 1 < starts.length && time >= (starts[at + 1] as number)) at++
      const day = Math.floor((time + (offsets[at] as number)) / DAY_US) - first
      codes[index] = day * pairCount + (pair[code[place] as number] as number)
    }
  }
