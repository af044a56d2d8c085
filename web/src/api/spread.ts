/** Up to this many readers can load at once. */
const AT_ONCE = 100
/** A thousand readers are spread over two seconds: each request has two milliseconds of the server for itself. */
const MS_PER_READER = 2
const LONGEST_MS = 60_000

/** Over how long the readers of a service spread what all of them load after the same message. */
export const spreadMs = (readers: number): number =>
  readers <= AT_ONCE ? 0 : Math.min(readers * MS_PER_READER, LONGEST_MS)

/** Numbers that are costly to count and seldom looked at may be older. */
export const slowSpreadMs = (readers: number): number => Math.min(spreadMs(readers) * 6, LONGEST_MS)
