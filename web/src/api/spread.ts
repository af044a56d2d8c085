/** Up to this many readers load at once. */
const AT_ONCE = 100
/** Spreads a thousand readers over ten seconds, because each list costs the server some milliseconds. */
const MS_PER_READER = 10
const LONGEST_MS = 60_000

export const spreadMs = (readers: number): number =>
  readers <= AT_ONCE ? 0 : Math.min(readers * MS_PER_READER, LONGEST_MS)

/** The span for numbers that are slow to count and rarely viewed. */
export const slowSpreadMs = (readers: number): number => Math.min(spreadMs(readers) * 6, LONGEST_MS)
