import { setImmediate as nextTurn } from 'node:timers/promises'
import { AGE_DAYS, AoiState, type Dashboard } from '#contract'
import type { Columns, IdName } from '../../memory/columns.ts'
import { Dictionary } from '../../memory/dictionary.ts'
import { microsecondsOf } from '../../memory/read-rows.ts'
import { passesAll, visitRows } from '../../memory/select.ts'
import type { View } from '../../memory/view.ts'
import type { Db } from '../../platform/db/database.ts'
import { percentile } from '../../platform/kit/percentile.ts'
import { memoize } from '../../platform/kit/shared-answers.ts'
import { dayName, type LocalDays, localDays, yearOf } from './zone.ts'

const MEDIAN = 0.5
const SLOWEST_TENTH = 0.9
const US_PER_SECOND = 1_000_000
const DONE = AoiState.options.indexOf('done')
const MOST_CELLS = 16_000_000
const ZONES_CACHED = 50

type Id = string | null
export type EventNumbers = Omit<Dashboard, 'activities' | 'groups' | 'byRegion'> & { byRegion: Map<Id, number> }

/** Matching rows of a service, with the columns that they index: the store replaces its columns when it sorts. */
type Part = View['parts'][number] & { columns: Columns; rows: Uint32Array[] }

const joinCodes = (parts: readonly Part[], name: IdName) => {
  const all = new Dictionary()
  const joined = parts.map(({ store }) => Uint32Array.from(store.dictionaries[name].ids, (id) => all.encode(id)))
  return { ids: all.ids, codesOf: (part: number) => joined[part] as Uint32Array }
}

/**
 * Returns a function that counts the dashboard's event numbers in memory. Its result is undefined if PostgreSQL must
 * count.
 */
export const openEventCounts = (db: Db) => {
  const daysOf = memoize(ZONES_CACHED, (_key: string, timeZone: string, years: readonly [number, number]) =>
    localDays(db, timeZone, years),
  )

  return async (view: View, { timeZone, now }: { timeZone: string; now: Date }): Promise<EventNumbers | undefined> => {
    const parts: Part[] = []
    for (const part of view.parts) {
      const rows: Uint32Array[] = []
      await visitRows(part.store, part.tests, (some) => rows.push(some.slice()))
      parts.push({ ...part, columns: part.store.columns, rows })
    }
    const merged = mergedReports(parts)
    const time = microsecondsOf(now)
    const span = spanOf(parts, time)
    const years = [yearOf(span.from), yearOf(span.to)] as const
    const dayOf = await daysOf(JSON.stringify([timeZone, years]), timeZone, years)
    const cells = dayOf && (dayOf(span.to) - dayOf(span.from) + 1) * typesOf(parts).ids.length
    if (!dayOf || !cells || cells > MOST_CELLS) return undefined
    const counts = [
      () => countDays(parts, dayOf, span, time),
      () => ({ byRegion: countRegions(parts) }),
      () => ({ response: countResponses(parts) }),
      () => ({ firstWord: countFirstWords(parts, merged, time) }),
    ]
    const numbers = {
      total: parts.reduce((sum, { rows }) => sum + rows.reduce((all, { length }) => all + length, 0), 0),
    }
    for (const count of counts) {
      await nextTurn()
      Object.assign(numbers, count())
    }
    return numbers as EventNumbers
  }
}

const typesOf = (parts: readonly Part[]) => joinCodes(parts, 'eventTypeId')

const eachPart = (parts: readonly Part[], loop: (rows: Uint32Array, columns: Columns, part: number) => void): void => {
  for (const [index, { columns, rows }] of parts.entries()) for (const some of rows) loop(some, columns, index)
}

const spanOf = (parts: readonly Part[], now: number) => {
  let from = now
  let to = now
  eachPart(parts, (rows, { createdAt }) => {
    for (let at = 0; at < rows.length; at++) {
      const time = createdAt[rows[at] as number] as number
      if (time < from) from = time
      if (time > to) to = time
    }
  })
  return { from, to }
}

const STATES = AoiState.options.length

const countDays = (
  parts: readonly Part[],
  dayOf: LocalDays,
  { from, to }: { from: number; to: number },
  now: number,
): Pick<EventNumbers, 'byDay' | 'openByAge'> => {
  const types = typesOf(parts)
  const first = dayOf(from)
  const size = types.ids.length
  const days = dayOf(to) - first + 1
  const byType = new Uint32Array(days * size)
  const byState = new Uint32Array(days * STATES)
  eachPart(parts, (rows, { createdAt, eventTypeId, state }, part) => {
    const codes = types.codesOf(part)
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number
      const day = dayOf(createdAt[row] as number) - first
      const ofType = day * size + (codes[eventTypeId[row] as number] as number)
      byType[ofType] = (byType[ofType] as number) + 1
      const ofState = day * STATES + (state[row] as number)
      byState[ofState] = (byState[ofState] as number) + 1
    }
  })
  const byDay: { day: number; eventType: Id; count: number }[] = []
  for (const [cell, count] of byType.entries())
    if (count > 0) byDay.push({ day: Math.floor(cell / size), eventType: types.ids[cell % size] ?? null, count })
  byDay.sort((a, b) => a.day - b.day || b.count - a.count || compareIds(a.eventType, b.eventType))

  const openByAge = AGE_DAYS.map((sinceDays) => ({ sinceDays, new: 0, inProgress: 0 }))
  const today = dayOf(now) - first
  for (let day = 0; day < days; day++) {
    const band = openByAge.findLast(({ sinceDays }) => sinceDays <= today - day) ?? openByAge[0]
    for (const state of ['new', 'inProgress'] as const)
      if (band) band[state] += byState[day * STATES + AoiState.options.indexOf(state)] as number
  }
  return { byDay: byDay.map(({ day, ...rest }) => ({ day: dayName(first + day), ...rest })), openByAge }
}

const countRegions = (parts: readonly Part[]): Map<Id, number> => {
  const regions = joinCodes(parts, 'regionId')
  const counts = new Uint32Array(regions.ids.length)
  eachPart(parts, (rows, { regionId }, part) => {
    const codes = regions.codesOf(part)
    for (let at = 0; at < rows.length; at++) {
      const code = codes[regionId[rows[at] as number] as number] as number
      counts[code] = (counts[code] as number) + 1
    }
  })
  return new Map(
    [...counts].flatMap((count, code): [Id, number][] => (count > 0 ? [[regions.ids[code] ?? null, count]] : [])),
  )
}

const waitOf = (createdAt: number, endedAt: number): number => Math.max(0, endedAt - createdAt)
const inSeconds = (wait: number | null): number | null => (wait === null ? null : wait / US_PER_SECOND)

const countResponses = (parts: readonly Part[]): Dashboard['response'] => {
  const types = typesOf(parts)
  const size = types.ids.length
  const answered = new Uint32Array(size)
  const waiting = new Uint32Array(size)
  eachPart(parts, (rows, { respondedAt, eventTypeId }, part) => {
    const codes = types.codesOf(part)
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number
      const type = codes[eventTypeId[row] as number] as number
      const counts = respondedAt[row] === Number.POSITIVE_INFINITY ? waiting : answered
      counts[type] = (counts[type] as number) + 1
    }
  })
  const waits = Array.from(answered, (count) => new Float64Array(count))
  const ends = new Uint32Array(size)
  eachPart(parts, (rows, { createdAt, respondedAt, eventTypeId }, part) => {
    const codes = types.codesOf(part)
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number
      if (respondedAt[row] === Number.POSITIVE_INFINITY) continue
      const type = codes[eventTypeId[row] as number] as number
      const end = ends[type] as number
      const ofType = waits[type] as Float64Array
      ofType[end] = waitOf(createdAt[row] as number, respondedAt[row] as number)
      ends[type] = end + 1
    }
  })
  return waits
    .map((ofType, type) => ({
      eventType: types.ids[type] ?? null,
      answered: answered[type] as number,
      waiting: waiting[type] as number,
      medianSeconds: inSeconds(percentile(ofType, MEDIAN)),
      slowestTenthSeconds: inSeconds(percentile(ofType, SLOWEST_TENTH)),
    }))
    .filter((one) => one.answered + one.waiting > 0)
    .sort((a, b) => b.answered - a.answered || compareIds(a.eventType, b.eventType))
}

type Merged = { createdAt: number; firstWordAt: number; isOpen: boolean }

const mergedReports = (parts: readonly Part[]): Merged[] =>
  parts.flatMap(({ store, tests }) =>
    [...store.mergedReports.values()].flatMap(({ mainNumber, ...report }) => {
      const main = store.find(mainNumber)
      if (main === undefined || !passesAll(tests, main)) return []
      return { ...report, isOpen: store.columns.state[main] !== DONE }
    }),
  )

const countFirstWords = (parts: readonly Part[], merged: readonly Merged[], now: number): Dashboard['firstWord'] => {
  let reports = 0
  let waiting = 0
  let longestSince = Number.POSITIVE_INFINITY
  const waits: number[] = []
  const add = (createdAt: number, firstWordAt: number, isOpen: boolean) => {
    reports++
    if (firstWordAt !== Number.POSITIVE_INFINITY) waits.push(waitOf(createdAt, firstWordAt))
    else if (isOpen) {
      waiting++
      longestSince = Math.min(longestSince, createdAt)
    }
  }
  eachPart(parts, (rows, { createdAt, firstWordAt, state }) => {
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number
      const word = firstWordAt[row] as number
      if (!Number.isNaN(word)) add(createdAt[row] as number, word, state[row] !== DONE)
    }
  })
  for (const { createdAt, firstWordAt, isOpen } of merged) add(createdAt, firstWordAt, isOpen)
  return {
    reports,
    answered: waits.length,
    waiting,
    medianSeconds: inSeconds(percentile(Float64Array.from(waits), MEDIAN)),
    longestWaitSeconds: waiting > 0 ? (now - longestSince) / US_PER_SECOND : null,
  }
}

const compareIds = (one: Id, other: Id): number => {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}
