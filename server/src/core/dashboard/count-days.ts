import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Span } from '../../memory/count-index/columns.ts'
import { rangeCounter, visitRows } from '../../memory/count-index/count-rows.ts'
import type { TimedRows } from '../../memory/count-index/timed-rows.ts'
import type { Pace } from '../../platform/kit/slices.ts'
import type { EventClasses } from './event-classes.ts'
import type { Narrowing } from './event-filter.ts'
import { type LocalDay, localDay, type ZoneOffsets } from './zone-offsets.ts'

/** Rows of a day that are counted at once: more of them come in parts. */
const MOST_ROWS = 65_536
/** What a day costs, in rows. */
const DAY_WORK = 500

type Coded = { service: { rows: TimedRows }; classes: EventClasses }

/** Is told how many events of a pair of state and type were made on a day; the same day may come several times. */
type AddDay = (day: number, pair: number, count: number) => void

/** Counts by pair of the day that was reached last. */
class DayCounts {
  readonly counts: Uint32Array
  readonly #zone: ZoneOffsets
  readonly #add: AddDay
  #day: LocalDay = { day: 0, from: 0, until: 0 }

  constructor(zone: ZoneOffsets, pairCount: number, add: AddDay) {
    this.counts = new Uint32Array(pairCount)
    this.#zone = zone
    this.#add = add
  }

  /** What is counted next is of the day of this moment, which ends at the returned one. */
  reach(time: number): number {
    if (time >= this.#day.from && time < this.#day.until) return this.#day.until
    this.flush()
    this.#day = localDay(this.#zone, time)
    return this.#day.until
  }

  flush(): void {
    for (let pair = 0; pair < this.counts.length; pair++) {
      const count = this.counts[pair] as number
      if (count > 0) this.#add(this.#day.day, pair, count)
    }
    this.counts.fill(0)
  }
}

/** Events by day of these clocks. Rows are in the order of time, so that a day is a range of them, whatever the time zone. */
export async function countDays(
  { service: { rows }, classes }: Coded,
  zone: ZoneOffsets,
  { span, places }: Pick<Narrowing, 'span' | 'places'>,
  add: AddDay,
  pace: Pace | undefined,
): Promise<void> {
  const days = new DayCounts(zone, classes.pairs.length, add)
  if (!places) {
    const countRange = rangeCounter(rows, classes.byPair, days.counts)
    const end = rows.firstAt(span.to + 1)
    for (let first = rows.firstAt(span.from); first < end; ) {
      const until = days.reach(rows.createdAt[first] as number)
      const next = Math.min(rows.firstAt(until, first), first + MOST_ROWS, end)
      countRange(first, next)
      if (pace?.isOver(DAY_WORK)) await nextTurn()
      first = next
    }
  }
  const addEach = (read: Uint32Array, count: number) => {
    for (let index = 0; index < count; index++) {
      const place = read[index] as number
      days.reach(rows.createdAt[place] as number)
      const pair = classes.pair[rows.code[place] as number] as number
      days.counts[pair] = (days.counts[pair] as number) + 1
    }
  }
  await visitRows(rows, { span, places: places ?? unsortedPlaces(rows, span) }, addEach, pace)
  days.flush()
}

const unsortedPlaces = ({ createdAt, sorted, length }: TimedRows, { from, to }: Span): Uint32Array =>
  Uint32Array.from({ length: length - sorted }, (_, index) => sorted + index).filter(
    (place) => (createdAt[place] as number) >= from && (createdAt[place] as number) <= to,
  )

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
