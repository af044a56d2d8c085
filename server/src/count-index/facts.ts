import { withRoom } from '../kit/column.ts'
import { IdCodes } from '../kit/id-codes.ts'
import { REMOVED } from '../live-view/kind-state.ts'
import { RowByNumber } from '../live-view/row-by-number.ts'

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

const FACT_BYTES = 29

/** Room for rows to come, as a part of those that are there: one in eight. */
const SPARE_BITS = 3

let revisions = 0

/** The AOIs of one service as columns of numbers, 29 bytes each, in the order in which they came. */
export class Facts {
  length = 0
  /** Another number after every change, never used again: equal revisions mean equal facts. */
  revision = ++revisions
  readonly members = new IdCodes()
  readonly types = new IdCodes()
  readonly communities = new IdCodes()
  number = new Uint32Array(0)
  kindState = new Uint8Array(0)
  createdAt = new Float64Array(0)
  receivedAt = new Float64Array(0)
  type = new Uint16Array(0)
  creator = new Uint16Array(0)
  community = new Uint16Array(0)
  soleChanger = new Uint16Array(0)
  #rowByNumber = RowByNumber.empty()

  get bytes(): number {
    return this.number.length * FACT_BYTES + this.#rowByNumber.bytes
  }

  /** False if there are more members, types or communities than codes: then the columns cannot tell them apart. */
  get isComplete(): boolean {
    return !this.members.isFull && !this.types.isFull && !this.communities.isFull
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
    this.#describe(row, fact)
    return row
  }

  /** To be called once, after all rows of a service were pushed: gives back room that is not needed, and finds rows by number. */
  async finish(): Promise<void> {
    const capacity = this.length + (this.length >> SPARE_BITS)
    if (capacity < this.number.length) {
      this.number = this.number.slice(0, capacity)
      this.kindState = this.kindState.slice(0, capacity)
      this.createdAt = this.createdAt.slice(0, capacity)
      this.receivedAt = this.receivedAt.slice(0, capacity)
      this.type = this.type.slice(0, capacity)
      this.creator = this.creator.slice(0, capacity)
      this.community = this.community.slice(0, capacity)
      this.soleChanger = this.soleChanger.slice(0, capacity)
    }
    this.#rowByNumber = await RowByNumber.build(this.number.subarray(0, this.length))
  }

  /** Of an AOI that was changed, added, deleted or restored. */
  put(fact: Fact): void {
    this.revision = ++revisions
    const row = this.#rowByNumber.find(fact.number)
    if (row !== undefined) this.#describe(row, fact)
    else if (fact.kindState !== REMOVED) {
      this.reserve(1)
      this.#rowByNumber.set(fact.number, this.push(fact))
    }
  }

  #describe(row: number, fact: Fact): void {
    this.kindState[row] = fact.kindState
    this.createdAt[row] = fact.createdAt
    this.receivedAt[row] = fact.receivedAt
    this.type[row] = this.types.encode(fact.eventTypeId)
    this.creator[row] = this.members.encode(fact.creatorId)
    this.community[row] = this.communities.encode(fact.communityId)
    this.soleChanger[row] = this.members.encode(fact.soleChangerId)
  }
}
