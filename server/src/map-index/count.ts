import { AoiState, type StateCounts } from '#contract'
import type { ColumnFilter } from '../live-view/column-filter.ts'
import type { Points } from './points.ts'

/**
 * How many points pass in each state, wherever they are and of whatever type. Not in slices: a point that moves in
 * between would be counted twice or not at all. A million points take five milliseconds.
 */
export const countStates = (parts: readonly Points[], { kindStates, from, to }: ColumnFilter): StateCounts => {
  const counts = new Uint32Array(256)
  for (const { kindState, createdAt, length } of parts) {
    for (let row = 0; row < length; row++) {
      const time = createdAt[row] as number
      if (time >= from && time <= to) {
        const index = kindState[row] as number
        counts[index] = (counts[index] as number) + 1
      }
    }
  }
  const countOf = (state: AoiState) => {
    const bits = AoiState.options.indexOf(state)
    return counts.reduce((sum, count, index) => (kindStates[index] && (index & 3) === bits ? sum + count : sum), 0)
  }
  return { newAois: countOf('new'), isProgressAois: countOf('inProgress'), doneAois: countOf('done') }
}
