import { AoiState, type StateCounts } from '#contract'
import type { ColumnFilter } from '../live-view/column-filter.ts'
import type { Points } from './points.ts'

/**
 * Adds up in slices what `countStates` reads, if the period is all of time, which is asked for again and again. Returns
 * false if nothing had to be added up.
 */
export const prepareCounts = async (parts: readonly Points[], filter: ColumnFilter): Promise<boolean> => {
  const unknown = parts
    .flatMap(({ squares }) => squares ?? [])
    .filter((squares) => squares.tree.isLarge(squares.tree.world) && squares.during(filter) === squares.allTime)
    .filter(({ allTime, tree }) => !allTime.known(tree.world))
  for (const squares of unknown) await squares.addUp()
  return unknown.length > 0
}

/**
 * How many points pass in each state, wherever they are and of whatever type. Not in slices: a point that moves in
 * between would be counted twice or not at all. Where sums are not known, a million points take five milliseconds.
 */
export const countStates = (parts: readonly Points[], filter: ColumnFilter): StateCounts => {
  const counts = new Uint32Array(256)
  for (const points of parts) {
    const groups = points.squares?.during(filter).known(points.squares.tree.world)
    for (const { kindState, count } of groups ?? []) counts[kindState] = (counts[kindState] as number) + count
    countRows(counts, points, groups ? points.sorted : 0, filter)
  }
  const countOf = (state: AoiState) => {
    const bits = AoiState.options.indexOf(state)
    return counts.reduce(
      (sum, count, index) => (filter.kindStates[index] && (index & 3) === bits ? sum + count : sum),
      0,
    )
  }
  return { newAois: countOf('new'), isProgressAois: countOf('inProgress'), doneAois: countOf('done') }
}

const countRows = (
  counts: Uint32Array,
  { kindState, createdAt, length }: Points,
  first: number,
  filter: ColumnFilter,
) => {
  for (let row = first; row < length; row++) {
    const time = createdAt[row] as number
    if (time >= filter.from && time <= filter.to) {
      const index = kindState[row] as number
      counts[index] = (counts[index] as number) + 1
    }
  }
}
