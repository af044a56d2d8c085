import type { AoiKind } from '#contract'
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

/** How many each creator has, and each type or, of activities, each community. */
export const tallyGroups = ({ codes: { members, types, communities } }: Facts, kind: AoiKind): Tally<GroupCounts> => {
  const byUser = new Uint32Array(members.ids.length)
  const isActivity = kind === 'activity'
  const { ids } = isActivity ? communities : types
  const byOther = new Uint32Array(ids.length)
  return {
    add({ creator, community, type }, rows, count) {
      const other = isActivity ? community : type
      for (let place = 0; place < count; place++) {
        const row = rows[place] as number
        const user = creator[row] as number
        const code = other[row] as number
        byUser[user] = (byUser[user] as number) + 1
        byOther[code] = (byOther[code] as number) + 1
      }
    },
    result: () => ({
      byUser: countById(members.ids, byUser),
      byType: isActivity ? new Map() : countById(ids, byOther),
      byCommunity: isActivity ? countById(ids, byOther) : new Map(),
    }),
  }
}

/** `unopened`: open ones that are unread unless the reader opened them since their last change. */
export type StatesAndUnopened = { new: number; inProgress: number; done: number; unopened: number }

/** By state, and what is unread for a member who joined at this time, if it never opened anything. */
export const tallyUnopened = (
  { codes: { members } }: Facts,
  readerId: string,
  joinedAt: number,
): Tally<StatesAndUnopened> => {
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

/** How many each type has. */
export const tallyTypes = ({ codes: { types } }: Facts): Tally<CountById> => {
  const counts = new Uint32Array(types.ids.length)
  return {
    add: ({ type }, rows, count) => addCodes(type, counts, rows, count),
    result: () => countById(types.ids, counts),
  }
}
