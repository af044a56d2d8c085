import { MOST_CHOSEN_METRICS } from '../metric/rules.ts'

/** Ticks a counter, or takes its tick away. One more than there is room for takes the place of the last. */
export const toggleDefaultMetric = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen.slice(0, MOST_CHOSEN_METRICS - 1), id]
