import { AGE_DAYS, type AoiState, type Dashboard } from '#contract'
import type { Coding } from '../../memory/count-index/block-sums.ts'
import { countRows, keptPlaces, visitRows } from '../../memory/count-index/count-rows.ts'
import type { TimedRows } from '../../memory/count-index/timed-rows.ts'
import type { Pace } from '../../platform/kit/slices.ts'
import { countDays } from './count-days.ts'
import { BUCKETS, bucketOf, FIRST_WORD, RESPONSE, STILL_WAITING, WAITING_BUCKET } from './event-classes.ts'
import type { Narrowing } from './event-filter.ts'
import type { Events } from './live-events.ts'
import { Waits } from './waits.ts'
import { dayName, localDay, type ZoneOffsets } from './zone-offsets.ts'

const ROWS_AT_ONCE = 8_192
const [MEDIAN, SLOWEST_TENTH] = [0.5, 0.9]
/** How a wait is looked at again. */
const [COLLECTED, LONGEST] = [1, 2]

type Id = string | null
type Counted = { events: Events; narrowing: Narrowing }
export type EventNumbers = Omit<Dashboard, 'activities' | 'groups' | 'byRegion'> & { byRegion: Map<Id, number> }

/** All numbers of the dashboard about events of some services. `now` is in µs since 2000. */
export const countEvents = async (
  services: readonly Counted[],
  zone: ZoneOffsets,
  now: number,
  pace: Pace | undefined,
): Promise<EventNumbers> => {
  const tally = new EventTally(zone, now)
  const narrowed: Counted[] = []
  for (const { events, narrowing } of services) {
    // Looked for once: all of the following counts would read every row to find them.
    const places = narrowing.keep && (await keptPlaces(events.service.rows, narrowing, pace))
    narrowed.push({ events, narrowing: { ...narrowing, places } })
  }
  for (const one of narrowed) await tally.countDays(one, pace)
  for (const one of narrowed) await tally.countSums(one, pace)
  tally.wantPercentiles()
  for (const one of narrowed) await tally.collectWaits(one, pace)
  return tally.result()
}

const addTo = <K>(counts: Map<K, number>, key: K, count: number) => counts.set(key, (counts.get(key) ?? 0) + count)

type Pair = { state: AoiState; typeId: Id }

const pairOf = ({ pairs, types }: Events['classes'], pair: number): Pair => {
  const { state, type } = pairs[pair] ?? { state: 'done', type: 0 }
  return { state, typeId: types.ids[type] ?? null }
}

class EventTally {
  readonly #zone: ZoneOffsets
  readonly #now: number
  readonly #today: number
  readonly #byDay = new Map<number, Map<Id, number>>()
  readonly #openByAge = AGE_DAYS.map((sinceDays) => ({ sinceDays, new: 0, inProgress: 0 }))
  readonly #byRegion = new Map<Id, number>()
  readonly #responses = new Map<Id, Waits>()
  readonly #firstWords = new Waits()
  /** Reporters of open events without a word. */
  #waiting = 0
  #longestSince = Number.POSITIVE_INFINITY

  constructor(zone: ZoneOffsets, now: number) {
    this.#zone = zone
    this.#now = now
    this.#today = localDay(zone, now).day
  }

  async countDays({ events, narrowing }: Counted, pace: Pace | undefined): Promise<void> {
    const pairs = events.classes.pairs.map((_, pair) => pairOf(events.classes, pair))
    const add = (day: number, pair: number, count: number) => {
      if (narrowing.passing[pair] === 1) this.#addDay(day, pairs[pair] as Pair, count)
    }
    await countDays(events, this.#zone, narrowing, add, pace)
  }

  #addDay(day: number, { state, typeId }: Pair, count: number): void {
    const byType = this.#byDay.get(day) ?? new Map<Id, number>()
    this.#byDay.set(day, byType)
    addTo(byType, typeId, count)
    const age = this.#today - day
    const band = this.#openByAge.findLast(({ sinceDays }) => sinceDays <= age) ?? this.#openByAge[0]
    if (band && state !== 'done') band[state] += count
  }

  async countSums({ events, narrowing }: Counted, pace: Pace | undefined): Promise<void> {
    const { classes, service } = events
    const count = async (coding: Coding, size: number) => {
      const counts = new Uint32Array(size)
      await countRows(service.rows, { ...narrowing, coding }, counts, pace)
      return counts
    }
    const groups = await count(classes.byGroup, classes.groups.length)
    for (const [group, { pair, region }] of classes.groups.entries())
      if (narrowing.passing[pair] === 1 && (groups[group] ?? 0) > 0)
        addTo(this.#byRegion, classes.regions.ids[region] ?? null, groups[group] ?? 0)
    const waitCodes = classes.pairs.length * BUCKETS
    const [responses, words] = [await count(classes.byResponse, waitCodes), await count(classes.byFirstWord, waitCodes)]
    for (const [pair, isPassing] of narrowing.passing.entries()) {
      if (isPassing !== 1) continue
      const { state, typeId } = pairOf(classes, pair)
      for (let bucket = WAITING_BUCKET; bucket < BUCKETS; bucket++) {
        const code = pair * BUCKETS + bucket
        if (responses[code]) this.#responsesTo(typeId).add(bucket, responses[code])
        if (words[code]) this.#firstWords.add(bucket, words[code])
      }
      if (state !== 'done') this.#waiting += words[pair * BUCKETS + WAITING_BUCKET] ?? 0
    }
    for (const { isOpen, wait } of mergedReports({ events, narrowing })) {
      this.#firstWords.add(bucketOf(wait), 1)
      if (isOpen && wait === STILL_WAITING) this.#waiting += 1
    }
  }

  #responsesTo(typeId: Id): Waits {
    const waits = this.#responses.get(typeId) ?? new Waits()
    this.#responses.set(typeId, waits)
    return waits
  }

  wantPercentiles(): void {
    for (const waits of this.#responses.values()) for (const part of [MEDIAN, SLOWEST_TENTH]) waits.want(part)
    this.#firstWords.want(MEDIAN)
  }

  async collectWaits({ events, narrowing }: Counted, pace: Pace | undefined): Promise<void> {
    const { classes, service } = events
    const size = classes.pairs.length * BUCKETS
    const [ofResponse, ofWord] = [new Uint8Array(size), new Uint8Array(size)]
    for (const [pair, isPassing] of narrowing.passing.entries()) {
      if (isPassing !== 1) continue
      const { state, typeId } = pairOf(classes, pair)
      for (const bucket of this.#responses.get(typeId)?.wantedBuckets ?? [])
        ofResponse[pair * BUCKETS + bucket] = COLLECTED
      for (const bucket of this.#firstWords.wantedBuckets) ofWord[pair * BUCKETS + bucket] = COLLECTED
      if (state !== 'done' && this.#waiting > 0) ofWord[pair * BUCKETS + WAITING_BUCKET] = LONGEST
    }
    const { rows } = service
    const [responses, words] = [rows.values[RESPONSE] as Float64Array, rows.values[FIRST_WORD] as Float64Array]
    const waitsOfPair = classes.pairs.map((_, pair) => this.#responses.get(pairOf(classes, pair).typeId))
    const codes = new Uint32Array(ROWS_AT_ONCE)
    const visitAll = async (coding: Coding, looked: Uint8Array, visit: (place: number, code: number) => void) => {
      if (!looked.includes(COLLECTED) && !looked.includes(LONGEST)) return
      const visitRead = (places: Uint32Array, count: number) => {
        coding(rows, places, count, codes)
        for (let index = 0; index < count; index++) {
          const code = codes[index] as number
          if (looked[code] !== 0) visit(places[index] as number, code)
        }
      }
      const visitBlock = (block: number) => !narrowing.keep && visitListed(rows, coding, block, looked, visit)
      await visitRows(rows, narrowing, visitRead, pace, visitBlock)
    }
    await visitAll(classes.byResponse, ofResponse, (place, code) =>
      waitsOfPair[Math.floor(code / BUCKETS)]?.collect(code % BUCKETS, responses[place] as number),
    )
    await visitAll(classes.byFirstWord, ofWord, (place, code) => {
      if (ofWord[code] === COLLECTED) this.#firstWords.collect(code % BUCKETS, words[place] as number)
      else this.#longestSince = Math.min(this.#longestSince, rows.createdAt[place] as number)
    })
    for (const { isOpen, wait, createdAt } of mergedReports({ events, narrowing })) {
      this.#firstWords.collect(bucketOf(wait), wait)
      if (isOpen && wait === STILL_WAITING) this.#longestSince = Math.min(this.#longestSince, createdAt)
    }
  }

  result(): EventNumbers {
    const words = this.#firstWords
    return {
      total: this.#byRegion.values().reduce((sum, count) => sum + count, 0),
      byDay: [...this.#byDay]
        .sort(([one], [other]) => one - other)
        .flatMap(([number, byType]) => {
          const day = dayName(number)
          return [...byType]
            .sort(([oneId, one], [otherId, other]) => other - one || compareIds(oneId, otherId))
            .map(([eventType, count]) => ({ day, eventType, count }))
        }),
      byRegion: this.#byRegion,
      response: [...this.#responses]
        .sort(([oneId, one], [otherId, other]) => other.ended - one.ended || compareIds(oneId, otherId))
        .map(([eventType, waits]) => ({
          ...{ eventType, answered: waits.ended, waiting: waits.waiting },
          medianSeconds: waits.percentileSeconds(MEDIAN),
          slowestTenthSeconds: waits.percentileSeconds(SLOWEST_TENTH),
        })),
      firstWord: {
        ...{ reports: words.ended + words.waiting, answered: words.ended, waiting: this.#waiting },
        medianSeconds: words.percentileSeconds(MEDIAN),
        longestWaitSeconds: this.#waiting > 0 ? (this.#now - this.#longestSince) / 1_000_000 : null,
      },
      openByAge: this.#openByAge,
    }
  }
}

/** As PostgreSQL orders ids, none last. */
const compareIds = (one: Id, other: Id): number => {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}

/** Visits the rows of a block whose codes are looked at. False if the block is not listed by code. */
function visitListed(
  rows: TimedRows,
  coding: Coding,
  block: number,
  looked: Uint8Array,
  visit: (place: number, code: number) => void,
): boolean {
  const sums = rows.sumsBy(coding).of(block)
  if (!sums) return false
  const list = rows.sumsBy(coding).listOf(block, sums)
  let from = 0
  for (let index = 0; index < sums.codes.length; index++) {
    const [code, to] = [sums.codes[index] as number, from + (sums.counts[index] as number)]
    if (looked[code] !== 0)
      for (let at = from; at < to; at++) visit(block * rows.blockRows + (list[at] as number), code)
    from = to
  }
  return true
}

/** Those of visitors whose main event is counted. */
function* mergedReports({ events: { service, classes, mergedReports: byNumber }, narrowing }: Counted) {
  const { rows } = service
  const { span, passing, keep } = narrowing
  const places = new Uint32Array(1)
  for (const [number, reports] of byNumber) {
    const place = service.placeOf(number)
    if (place === undefined) continue
    const pair = classes.pair[rows.code[place] as number] as number
    const time = rows.createdAt[place] as number
    places[0] = place
    if (passing[pair] !== 1 || time < span.from || time > span.to || (keep && keep(rows, places, 1) === 0)) continue
    const isOpen = classes.pairs[pair]?.state !== 'done'
    for (const { createdAt, wait } of reports) yield { createdAt, wait, isOpen }
  }
}
