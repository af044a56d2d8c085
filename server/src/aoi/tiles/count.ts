import { AoiState, type StateMetrics } from '#contract'
import type { Wanted } from '../memory/wanted.ts'
import type { Points } from './points.ts'

/**
 * How many of what is wanted are in each state, wherever they are and of whatever type. In one go, five milliseconds for
 * a million: what moves meanwhile would be counted twice or not at all.
 */
export const countStates = (
  parts: readonly Points[],
  { looks, from, to }: Pick<Wanted, 'looks' | 'from' | 'to'>,
): StateMetrics => {
  const byLook = new Uint32Array(256)
  for (const { look, createdAt, length } of parts) {
    for (let row = 0; row < length; row++) {
      const time = createdAt[row] as number
      if (time >= from && time <= to) byLook[look[row] as number] = (byLook[look[row] as number] as number) + 1
    }
  }
  const count = (state: AoiState) => {
    const place = AoiState.options.indexOf(state)
    return byLook.reduce((sum, many, look) => (looks[look] && (look & 3) === place ? sum + many : sum), 0)
  }
  return { newAois: count('new'), isProgressAois: count('inProgress'), doneAois: count('done') }
}
