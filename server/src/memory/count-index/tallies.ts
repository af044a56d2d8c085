import type { AoiKind } from '#contract'
import { stateIn } from '../live-view/kind-state.ts'
import type { Classes } from './classes.ts'

/** How many there are of each id; null counts those that have none. */
export type CountById = Map<string | null, number>

export type GroupCounts = { byUser: CountById; byType: CountById; byCommunity: CountById }

/** How many AOIs each class has, and 1 at the code of each class that shall be counted. */
type Counted = { counts: Uint32Array; passing: Uint8Array }

const countById = (ids: readonly (string | undefined)[], codes: Uint16Array, counted: Counted): CountById => {
  const { counts, passing } = counted
  const sums = new Float64Array(ids.length)
  for (let code = 0; code < counts.length; code++)
    if (passing[code] === 1) {
      const id = codes[code] as number
      sums[id] = (sums[id] as number) + (counts[code] as number)
    }
  const found: CountById = new Map()
  for (const [code, id] of ids.entries()) {
    const count = sums[code] ?? 0
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
export const countGroups = (classes: Classes, counted: Counted, kind: AoiKind): GroupCounts => {
  const { members, types, communities, creator, type, community } = classes
  const isActivity = kind === 'activity'
  return {
    byUser: countById(members.ids, creator, counted),
    byType: isActivity ? new Map() : countById(types.ids, type, counted),
    byCommunity: isActivity ? countById(communities.ids, community, counted) : new Map(),
  }
}

/** How many each type has. */
export const countTypes = ({ types, type }: Classes, counted: Counted): CountById => countById(types.ids, type, counted)

/** Of these classes those that are not done. */
export const undoneClasses = ({ kindState }: Classes, passing: Uint8Array): Uint8Array =>
  passing.map((passes, code) => (stateIn(kindState[code] as number) === 'done' ? 0 : passes))

/** Of these classes those that are unread for a member if it never opened anything, and joined before. */
export const unopenedClasses = (classes: Classes, passing: Uint8Array, readerId: string): Uint8Array => {
  const { members, creator, soleChanger } = classes
  // No class has this code if the reader has none.
  const reader = members.codeOf(readerId) ?? -1
  return undoneClasses(classes, passing).map((passes, code) =>
    creator[code] === reader || soleChanger[code] === reader ? 0 : passes,
  )
}

/** `unopened`: open ones that are unread unless the reader opened them since their last change. */
export type StatesAndUnopened = { new: number; inProgress: number; done: number; unopened: number }

/** By state, and what is unread for a member if it never opened anything. `sinceJoined`: AOIs received since it joined, by class. */
export const countUnopened = (
  classes: Classes,
  { counts, passing }: Counted,
  { readerId, sinceJoined }: { readerId: string; sinceJoined: Uint32Array },
): StatesAndUnopened => {
  const unopened = unopenedClasses(classes, passing, readerId)
  const sums = { new: 0, inProgress: 0, done: 0, unopened: 0 }
  for (let code = 0; code < counts.length; code++) {
    if (passing[code] !== 1) continue
    sums[stateIn(classes.kindState[code] as number)] += counts[code] as number
    if (unopened[code] === 1) sums.unopened += sinceJoined[code] as number
  }
  return sums
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
