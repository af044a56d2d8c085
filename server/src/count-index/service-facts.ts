import { REMOVED } from '../live-view/kind-state.ts'
import { RowByNumber } from '../live-view/row-by-number.ts'
import { type Fact, Facts, sortedCopy } from './facts.ts'

/** How many rows may be unsorted: every count reads all of them. */
const MAX_UNSORTED = 50_000
const MIN_UNSORTED = 256

let revisions = 0

/** The AOIs of one service that are not deleted, found by time and by number. */
export class ServiceFacts {
  facts: Facts
  /** Another number after every change, never used again: equal revisions mean equal facts. */
  revision = ++revisions
  #rowByNumber = RowByNumber.empty()

  /** Takes over facts as they were read, to be sorted next. */
  constructor(facts = new Facts()) {
    this.facts = facts
  }

  get bytes(): number {
    return this.facts.bytes + this.#rowByNumber.bytes
  }

  /** To be called before `count` facts are put. It may sort everything, in slices: counts go on meanwhile. */
  async makeRoom(count: number): Promise<void> {
    if (this.facts.length + count > this.facts.capacity) await this.sort(count)
  }

  /** Of an AOI that was added, changed, deleted or restored. One that got another time is appended. */
  put(fact: Fact): void {
    this.revision = ++revisions
    const row = this.#rowByNumber.find(fact.number)
    if (row !== undefined && this.facts.createdAt[row] === fact.createdAt) {
      this.facts.describe(row, fact)
      return
    }
    if (row !== undefined) this.facts.kindState[row] = REMOVED
    if (fact.kindState !== REMOVED) this.#rowByNumber.set(fact.number, this.facts.push(fact))
  }

  /** Into new columns. */
  async sort(room = 0): Promise<void> {
    const spare = Math.max(MIN_UNSORTED, Math.min(MAX_UNSORTED, this.facts.length >> 3))
    const sorted = await sortedCopy(this.facts, spare + room)
    this.#rowByNumber = await RowByNumber.build(sorted.number.subarray(0, sorted.length))
    this.facts = sorted
    this.revision = ++revisions
  }
}
