/** Both ends included, in µs since 2000, as PostgreSQL counts: exact. */
export type Span = { from: number; to: number }

/** What is read of rows, see `TimedRows`. */
export type Columns = {
  readonly blockRows: number
  readonly number: Uint32Array
  readonly createdAt: Float64Array
  readonly code: Uint32Array
  readonly values: readonly Float64Array[]
}
