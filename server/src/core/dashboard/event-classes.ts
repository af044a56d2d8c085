import type { AoiState } from '#contract'
import type { Coding } from '../../memory/count-index/block-sums.ts'
import type { Columns } from '../../memory/count-index/columns.ts'
import { NO_CODE } from '../../memory/count-index/timed-rows.ts'
import { REMOVED, stateIn } from '../../memory/live-view/kind-state.ts'
import { withRoom } from '../../platform/kit/column.ts'
import { IdCodes } from '../../platform/kit/id-codes.ts'

/** What events are filtered and grouped by on the dashboard, but time. */
export type EventTraits = {
  kindState: number
  eventTypeId: string | null
  regionId: string | null
  creatorId: string | null
}

/** The columns of `values`: how long the event waited for a response, and its reporter for the first word, in µs. */
export const [RESPONSE, FIRST_WORD] = [0, 1] as const
/** In place of a wait: it goes on; or nobody waits. */
export const [STILL_WAITING, NOBODY_WAITS] = [Number.POSITIVE_INFINITY, Number.NaN] as const

/**
 * Waits are counted in buckets, 32 for each doubling: which value is the median is then looked up among those of one bucket. The
 * bucket is read off the upper half of a wait as PostgreSQL and processors store it.
 */
export const BUCKETS = 2_048
export const [NOBODY_BUCKET, WAITING_BUCKET, FIRST_BUCKET] = [0, 1, 2] as const
const BUCKET_SHIFT = 15
const bucketByHighBits = new Uint16Array(2 ** (32 - BUCKET_SHIFT))
const highBits = (wait: number) => (new Uint32Array(Float64Array.of(wait).buffer)[1] as number) >>> BUCKET_SHIFT
const shortest = highBits(1)
for (let bits = shortest; bits < highBits(Number.POSITIVE_INFINITY); bits++)
  bucketByHighBits[bits] = Math.min(FIRST_BUCKET + 1 + bits - shortest, BUCKETS - 1)
bucketByHighBits[highBits(0)] = FIRST_BUCKET
bucketByHighBits[highBits(STILL_WAITING)] = WAITING_BUCKET
bucketByHighBits[highBits(NOBODY_WAITS)] = NOBODY_BUCKET

export const bucketOf = (wait: number): number => bucketByHighBits[highBits(wait)] as number

const byteViews = new WeakMap<Float64Array, Uint32Array>()
const halvesOf = (column: Float64Array): Uint32Array => {
  const halves = byteViews.get(column) ?? new Uint32Array(column.buffer, column.byteOffset, column.length * 2)
  byteViews.set(column, halves)
  return halves
}

const CLASS_BYTES = 80

/** Classes of events as `Classes` of counts, see there. */
export class EventClasses {
  readonly types = new IdCodes()
  readonly regions = new IdCodes()
  readonly members = new IdCodes()
  size = NO_CODE + 1
  region = new Uint16Array(1)
  creator = new Uint16Array(1)
  /** Which pair of state and type a class has, and which group of state, type and region; 0 for that of no class. */
  pair = new Uint32Array(1)
  group = new Uint32Array(1)
  /** Of each pair. */
  readonly pairs: { state: AoiState; type: number }[] = [{ state: 'done', type: 0 }]
  /** Of each group. */
  readonly groups: { pair: number; region: number }[] = [{ pair: 0, region: 0 }]
  readonly #pairCodes = new Map<number, number>()
  readonly #groupCodes = new Map<number, number>()
  readonly #codes = new Map<number, number>()

  get bytes(): number {
    return this.size * CLASS_BYTES
  }

  /** False if there are more members, types or regions than codes: then the classes cannot tell them apart. */
  get isComplete(): boolean {
    return !this.members.isFull && !this.types.isFull && !this.regions.isFull
  }

  encode({ kindState, eventTypeId, regionId, creatorId }: EventTraits): number {
    if (kindState === REMOVED) return NO_CODE
    const [type, region] = [this.types.encode(eventTypeId), this.regions.encode(regionId)]
    const creator = this.members.encode(creatorId)
    const pairKey = type * 2 ** 8 + kindState
    const pair = this.#pairCodes.get(pairKey) ?? this.pairs.push({ state: stateIn(kindState), type }) - 1
    const groupKey = pair * 2 ** 16 + region
    const group = this.#groupCodes.get(groupKey) ?? this.groups.push({ pair, region }) - 1
    const key = group * 2 ** 16 + creator
    const known = this.#codes.get(key)
    if (known !== undefined) return known
    this.#pairCodes.set(pairKey, pair)
    this.#groupCodes.set(groupKey, group)
    const code = this.size++
    this.region = withRoom(this.region, this.size)
    this.creator = withRoom(this.creator, this.size)
    this.pair = withRoom(this.pair, this.size)
    this.group = withRoom(this.group, this.size)
    this.region[code] = region
    this.creator[code] = creator
    this.pair[code] = pair
    this.group[code] = group
    this.#codes.set(key, code)
    return code
  }

  /** By state and type. */
  readonly byPair: Coding = ({ code }, places, count, codes) => {
    const { pair } = this
    for (let index = 0; index < count; index++) codes[index] = pair[code[places[index] as number] as number] as number
  }

  /** By state, type and region. */
  readonly byGroup: Coding = ({ code }, places, count, codes) => {
    const { group } = this
    for (let index = 0; index < count; index++) codes[index] = group[code[places[index] as number] as number] as number
  }

  /** By state and type, and by how long the events waited for a response. */
  readonly byResponse: Coding = (rows, places, count, codes) => this.#writeWaits(rows, RESPONSE, places, count, codes)

  /** By state and type, and by how long the reporters waited for the first word. */
  readonly byFirstWord: Coding = (rows, places, count, codes) =>
    this.#writeWaits(rows, FIRST_WORD, places, count, codes)

  #writeWaits({ code, values }: Columns, valueIndex: number, places: Uint32Array, count: number, codes: Uint32Array) {
    const { pair } = this
    const halves = halvesOf(values[valueIndex] as Float64Array)
    for (let index = 0; index < count; index++) {
      const place = places[index] as number
      const bucket = bucketByHighBits[(halves[2 * place + 1] as number) >>> BUCKET_SHIFT] as number
      codes[index] = (pair[code[place] as number] as number) * BUCKETS + bucket
    }
  }
}
