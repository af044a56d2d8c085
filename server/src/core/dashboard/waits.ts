import { BUCKETS, FIRST_BUCKET, WAITING_BUCKET } from './event-classes.ts'

const US_PER_SECOND = 1_000_000

/**
 * Waits in µs, first counted by bucket; then those of the buckets are collected in which the wanted percentiles lie. Percentiles
 * are those of PostgreSQL's `percentile_cont`.
 */
export class Waits {
  readonly #counts = new Float64Array(BUCKETS)
  /** How many are not waiting any more. */
  ended = 0
  /** Of the buckets that are wanted. */
  readonly #values = new Map<number, number[]>()

  add(bucket: number, count: number): void {
    this.#counts[bucket] = (this.#counts[bucket] as number) + count
    if (bucket >= FIRST_BUCKET) this.ended += count
  }

  /** Those that go on. */
  get waiting(): number {
    return this.#counts[WAITING_BUCKET] as number
  }

  /** Once all are counted. */
  want(part: number): void {
    if (this.ended === 0) return
    for (const rank of this.#ranksOf(part)) this.#values.set(this.#bucketAt(rank).bucket, [])
  }

  get wantedBuckets(): Iterable<number> {
    return this.#values.keys()
  }

  /** One of those that were counted; only those in wanted buckets are kept. */
  collect(bucket: number, wait: number): void {
    this.#values.get(bucket)?.push(wait)
  }

  /** Once all are collected. Null if none has ended. */
  percentileSeconds(part: number): number | null {
    if (this.ended === 0) return null
    const [low, high] = this.#ranksOf(part).map((rank) => this.#valueAt(rank) / US_PER_SECOND) as [number, number]
    const position = part * (this.ended - 1)
    return low + (position - Math.floor(position)) * (high - low)
  }

  #ranksOf(part: number): [number, number] {
    const position = part * (this.ended - 1)
    return [Math.floor(position), Math.ceil(position)]
  }

  #bucketAt(rank: number): { bucket: number; before: number } {
    let before = 0
    for (let bucket = FIRST_BUCKET; bucket < BUCKETS; bucket++) {
      const count = this.#counts[bucket] as number
      if (rank < before + count) return { bucket, before }
      before += count
    }
    throw new Error('fewer waits were counted than there are')
  }

  #valueAt(rank: number): number {
    const { bucket, before } = this.#bucketAt(rank)
    const values = this.#sorted.get(bucket) ?? Float64Array.from(this.#values.get(bucket) ?? []).sort()
    this.#sorted.set(bucket, values)
    return values[rank - before] ?? Number.NaN
  }

  readonly #sorted = new Map<number, Float64Array>()
}
