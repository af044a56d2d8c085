export const MAX_SELECTED_METRICS = 3

/** Removes a chosen counter, or adds another one, which replaces the last if there is no room. */
export const toggleDefaultMetric = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen.slice(0, MAX_SELECTED_METRICS - 1), id]
