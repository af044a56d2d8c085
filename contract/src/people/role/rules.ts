export const MAX_SELECTED_METRICS = 3

/** Adds or removes a counter. If there is no room, the new one replaces the last. */
export const toggleDefaultMetric = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen.slice(0, MAX_SELECTED_METRICS - 1), id]
