import { stateIn } from '../live-view/kind-state.ts'
import type { Facts } from './facts.ts'

/** Adds up rows, a slice at a time: the first `count` of `rows`. */
export type Tally<T> = { add(facts: Facts, rows: Uint32Array, count: number): void; result(): T }

/** How many there are of each id; null counts those that have none. */
export type CountById = Map<string | null, number>

export type GroupCounts = { byUser: CountById; byType: CountById; byCommunity: CountById }

const addCodes = (column: Uint16Array, counts: Uint32Array, rows: Uint32Array, count: number): void => {
  for (let place = 0; place < count; place++) {
    const code = column[rows[place] as number] as number
    counts[code] = (counts[code] as number) + 1
  }
}

export const countById = (ids: readonly (string | undefined)[], counts: Uint32Array): CountById => {
  const found: CountById = new Map()
  for (const [code, id] of ids.entries()) {
    const count = counts[code] ?? 0
    if (count > 0) found.set(id ?? null, count)
  }
  return found
}

const joinCounts = (maps: readonly CountById[]): CountById => {
  const joined: CountById = new Map()
  for (const counts of maps) for (const [id, count] of counts) joined.set(id, (joined.get(id) ?? 0) + count)
  return joined
}

/** Of several services. */
export const joinGroups = (services: readonly GroupCounts[]): GroupCounts => ({
  byUser: joinCounts(services.map(({ byUser }) => byUser)),
  byType: joinCounts(services.map(({ byType }) => byType)),
  byCommunity: joinCounts(services.map(({ byCommunity }) => byCommunity)),
})

/** How many each creator, type and community has. */
export const tallyGroups = ({ members, types, communities }: Facts): Tally<GroupCounts> => {
  const byUser = new Uint32Array(members.ids.length)
  const byType = new Uint32Array(types.ids.length)
  const byCommunity = new Uint32Array(communities.ids.length)
  return {
    add(facts, rows, count) {
      addCodes(facts.creator, byUser, rows, count)
      addCodes(facts.type, byType, rows, count)
      addCodes(facts.community, byCommunity, rows, count)
    },
    result: () => ({
      byUser: countById(members.ids, byUser),
      byType: countById(types.ids, byType),
      byCommunity: countById(communities.ids, byCommunity),
    }),
  }
}

/** `unopened`: open ones that are unread unless the reader opened them since their last change. */
export type StatesAndUnopened = { new: number; inProgress: number; done: number; unopened: number }

/** By state, and what is unread for a member who joined at this time, if it never opened anything. */
export const tallyUnopened = ({ members }: Facts, readerId: string, joinedAt: number): Tally<StatesAndUnopened> => {
  const byKindState = new Uint32Array(256)
  const isDone = Uint8Array.from({ length: 256 }, (_, kindState) => (stateIn(kindState) === 'done' ? 1 : 0))
  // No row has this code if the reader has none.
  const reader = members.codeOf(readerId) ?? -1
  let unopened = 0
  return {
    add({ kindState, creator, soleChanger, receivedAt }, rows, count) {
      for (let place = 0; place < count; place++) {
        const row = rows[place] as number
        const index = kindState[row] as number
        byKindState[index] = (byKindState[index] as number) + 1
        if (
          isDone[index] === 0 &&
          creator[row] !== reader &&
          soleChanger[row] !== reader &&
          (receivedAt[row] as number) >= joinedAt
        )
          unopened++
      }
    },
    result: () => {
      const counts = { new: 0, inProgress: 0, done: 0, unopened }
      for (const [index, count] of byKindState.entries()) if (count > 0) counts[stateIn(index)] += count
      return counts
    },
  }
}

/** Of several services. */
export const joinStates = (services: readonly StatesAndUnopened[]): StatesAndUnopened => {
  const joined = { new: 0, inProgress: 0, done: 0, unopened: 0 }
  for (const counts of services) {
    joined.new += counts.new
    joined.inProgress += counts.inProgress
    joined.done += counts.done
    joined.unopened += counts.unopened
  }
  return joined
}

/** Both ends included, in µs since 2000. */
export type Span = { from: number; to: number }

/** The count of each type within a span, and within each of the months. */
export type CountByType = { within: CountById; months: CountById[] }

/** `starts`: where each month begins and, at last, where the last one ends. None is counted beyond `to`. */
export type Months = { starts: readonly number[]; to: number }

export const tallyTypes = (
  { types }: Facts,
  { within, months }: { within: Span; months?: Months | undefined },
): Tally<CountByType> => {
  const typeCount = types.ids.length
  const starts = Float64Array.from(months?.starts ?? [])
  const monthCount = Math.max(0, starts.length - 1)
  const total = new Uint32Array(typeCount)
  const byMonth = new Uint32Array(typeCount * monthCount)
  const first = starts[0] ?? Number.POSITIVE_INFINITY
  const last = Math.min(months?.to ?? 0, (starts[monthCount] ?? 0) - 1)
  const perMonth = ((starts[monthCount] ?? 0) - first) / monthCount
  return {
    add({ createdAt, type }, rows, count) {
      for (let place = 0; place < count; place++) {
        const row = rows[place] as number
        const time = createdAt[row] as number
        const code = type[row] as number
        if (time >= within.from && time <= within.to) total[code] = (total[code] as number) + 1
        if (time >= first && time <= last) {
          // Months are about equally long: the guess is at most one off.
          let month = Math.min(monthCount - 1, Math.floor((time - first) / perMonth))
          while (time < (starts[month] as number)) month--
          while (time >= (starts[month + 1] as number)) month++
          const index = month * typeCount + code
          byMonth[index] = (byMonth[index] as number) + 1
        }
      }
    },
    result: () => ({
      within: countById(types.ids, total),
      months: Array.from({ length: monthCount }, (_, month) =>
        countById(types.ids, byMonth.subarray(month * typeCount, (month + 1) * typeCount)),
      ),
    }),
  }
}
