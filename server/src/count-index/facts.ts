import { partitionPoint } from '../kit/binary-search.ts'
import { withRoom } from '../kit/column.ts'
import { IdCodes } from '../kit/id-codes.ts'
import { sortedRows } from '../kit/radix-sort.ts'
import { inSlices } from '../kit/slices.ts'
import { REMOVED } from '../live-view/kind-state.ts'

/** What counts need to know of an AOI. Times are in µs since 2000, as PostgreSQL counts: exact. */
export type Fact = {
  number: number
  kindState: number
  createdAt: number
  receivedAt: number
  eventTypeId: string | null
  creatorId: string | null
  communityId: string | null
  /** The member who changed it last, if nobody else ever did: for that member nothing is unread. */
  soleChangerId: string | null
}

/** The codes of ids, the same for all copies of the columns. */
class Codes {
  readonly members = new IdCodes()
  readonly types = new IdCodes()
  readonly communities = new IdCodes()
}

const FACT_BYTES = 29

/**
 * Facts as columns of numbers, 29 bytes each. The first `sorted` rows are in the order of their time, so that a period is one
 * range of them; the others in the order in which they came.
 */
export class Facts {
  length = 0
  sorted = 0
  readonly codes: Codes
  number: Uint32Array
  kindState: Uint8Array
  createdAt: Float64Array
  receivedAt: Float64Array
  type: Uint16Array
  creator: Uint16Array
  community: Uint16Array
  soleChanger: Uint16Array

  constructor(capacity = 0, codes = new Codes()) {
    this.codes = codes
    this.number = new Uint32Array(capacity)
    this.kindState = new Uint8Array(capacity)
    this.createdAt = new Float64Array(capacity)
    this.receivedAt = new Float64Array(capacity)
    this.type = new Uint16Array(capacity)
    this.creator = new Uint16Array(capacity)
    this.community = new Uint16Array(capacity)
    this.soleChanger = new Uint16Array(capacity)
  }

  get capacity(): number {
    return this.number.length
  }

  get bytes(): number {
    return this.capacity * FACT_BYTES
  }

  /** False if there are more members, types or communities than codes: then the columns cannot tell them apart. */
  get isComplete(): boolean {
    const { members, types, communities } = this.codes
    return !members.isFull && !types.isFull && !communities.isFull
  }

  reserve(count: number): void {
    const length = this.length + count
    this.number = withRoom(this.number, length)
    this.kindState = withRoom(this.kindState, length)
    this.createdAt = withRoom(this.createdAt, length)
    this.receivedAt = withRoom(this.receivedAt, length)
    this.type = withRoom(this.type, length)
    this.creator = withRoom(this.creator, length)
    this.community = withRoom(this.community, length)
    this.soleChanger = withRoom(this.soleChanger, length)
  }

  /** Appends into reserved room, and returns the row. */
  push(fact: Fact): number {
    const row = this.length++
    this.number[row] = fact.number
    this.createdAt[row] = fact.createdAt
    this.describe(row, fact)
    return row
  }

  /** All but the number and the time, which decides where the row is. */
  describe(row: number, fact: Fact): void {
    const { members, types, communities } = this.codes
    this.kindState[row] = fact.kindState
    this.receivedAt[row] = fact.receivedAt
    this.type[row] = types.encode(fact.eventTypeId)
    this.creator[row] = members.encode(fact.creatorId)
    this.community[row] = communities.encode(fact.communityId)
    this.soleChanger[row] = members.encode(fact.soleChangerId)
  }

  /** The first of the sorted rows that is not before this time. */
  firstAt(time: number): number {
    return partitionPoint(0, this.sorted, (row) => (this.createdAt[row] as number) < time)
  }
}

/** A sorted copy of the rows that were not removed, with room for `spare` more. */
export async function sortedCopy(facts: Facts, spare: number): Promise<Facts> {
  const rows = await presentRows(facts)
  // A time is too long for one key: by its lower half first, then by its upper half, which leaves equal ones in their order.
  const byLow = await sortedRows(await keysOf(facts, rows, lowHalf))
  const ordered = await picked(rows, byLow)
  const byHigh = await sortedRows(await keysOf(facts, ordered, highHalf))
  const copy = new Facts(rows.length + spare, facts.codes)
  await inSlices(0, rows.length, (from, to) => {
    for (let place = from; place < to; place++) copyRow(facts, ordered[byHigh[place] as number] as number, copy, place)
  })
  copy.length = copy.sorted = rows.length
  return copy
}

const highHalf = (time: number) => Math.floor(time / 2 ** 32) + 2 ** 31
const lowHalf = (time: number) => time - Math.floor(time / 2 ** 32) * 2 ** 32

async function keysOf({ createdAt }: Facts, rows: Uint32Array, half: (time: number) => number): Promise<Uint32Array> {
  const keys = new Uint32Array(rows.length)
  await inSlices(0, rows.length, (from, to) => {
    for (let place = from; place < to; place++) keys[place] = half(createdAt[rows[place] as number] as number)
  })
  return keys
}

async function picked(rows: Uint32Array, order: Uint32Array): Promise<Uint32Array> {
  const found = new Uint32Array(order.length)
  await inSlices(0, order.length, (from, to) => {
    for (let place = from; place < to; place++) found[place] = rows[order[place] as number] as number
  })
  return found
}

async function presentRows({ kindState, length }: Facts): Promise<Uint32Array> {
  const rows = new Uint32Array(length)
  let count = 0
  await inSlices(0, length, (from, to) => {
    for (let row = from; row < to; row++) if (kindState[row] !== REMOVED) rows[count++] = row
  })
  return rows.subarray(0, count)
}

/** Each column by name: in a loop over the columns every access has to guess the type of array. */
function copyRow(from: Facts, row: number, to: Facts, place: number): void {
  to.number[place] = from.number[row] as number
  to.kindState[place] = from.kindState[row] as number
  to.createdAt[place] = from.createdAt[row] as number
  to.receivedAt[place] = from.receivedAt[row] as number
  to.type[place] = from.type[row] as number
  to.creator[place] = from.creator[row] as number
  to.community[place] = from.community[row] as number
  to.soleChanger[place] = from.soleChanger[row] as number
}
