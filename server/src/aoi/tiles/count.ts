import { AoiState, type StateMetrics } from '#contract'
import type { Points } from './points.ts'
import { inSlices } from './slices.ts'
import type { Wanted } from './wanted.ts'

/** How many of what is wanted are in each state, wherever they are and of whatever type. */
export const countStates = async (
  parts: readonly Points[],
  { looks, from, to }: Pick<Wanted, 'looks' | 'from' | 'to'>,
): Promise<StateMetrics> => {
  const byLook = new Uint32Array(256)
  for (const { look, createdAt, length } of parts) {
    await inSlices(0, length, (start, end) => {
      for (let row = start; row < end; row++) {
        const time = createdAt[row] as number
        if (time >= from && time <= to) byLook[look[row] as number] = (byLook[look[row] as number] as number) + 1
      }
    })
  }
  const count = (state: AoiState) => {
    const place = AoiState.options.indexOf(state)
    return byLook.reduce((sum, many, look) => (looks[look] && (look & 3) === place ? sum + many : sum), 0)
  }
  return { newAois: count('new'), isProgressAois: count('inProgress'), doneAois: count('done') }
}
