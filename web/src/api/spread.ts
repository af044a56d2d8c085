/** Up to this number, all readers load at once. */
const AT_ONCE = 100
/** Spreads 1,000 readers over 10 s, because each list costs the server a few milliseconds. */
const MS_PER_READER = 10
const LONGEST_MS = 60_000

export const spreadMs = (readers: number): number =>
  readers <= AT_ONCE ? 0 : Math.min(readers * MS_PER_READER, LONGEST_MS)

/** For numbers that are slow to count and rarely viewed. */
export const slowSpreadMs = (readers: number): number => Math.min(spreadMs(readers) * 6, LONGEST_MS)
