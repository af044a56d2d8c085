import { MOST_CHOSEN_METRICS } from '../metric/rules.ts'

/** Adds or removes a counter. If there is no room, the new one replaces the last. */
export const toggleDefaultMetric = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen.slice(0, MOST_CHOSEN_METRICS - 1), id]
