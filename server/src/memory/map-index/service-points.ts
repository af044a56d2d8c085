import { RowByNumber } from '../live-view/row-by-number.ts'
import { type Point, Points, sortedCopy } from './points.ts'

/** How many rows may be unsorted: every tile reads all of them. */
const MAX_UNSORTED = 20_000
const MIN_UNSORTED = 256

let revisions = 0

/** The AOIs of one service that are not deleted, found by place and by number. */
export class ServicePoints {
  points: Points
  /** Another number after every change, never used again: equal revisions mean equal points. */
  revision = ++revisions
  #rowByNumber = RowByNumber.empty()
  readonly #squareRows: number | undefined

  /** Takes over points as they were read, to be sorted next. `squareRows`: see `Quadtree`. */
  constructor(points = new Points(0), squareRows?: number) {
    this.points = points
    this.#squareRows = squareRows
  }

  get bytes(): number {
    return this.points.bytes + this.#rowByNumber.bytes
  }

  /** To be called before `count` points are put. It may sort everything, in slices: tiles are drawn meanwhile. */
  async makeRoom(count: number): Promise<void> {
    if (this.points.length + count > this.points.capacity) await this.sort(count)
  }

  /** A point that moved is appended; one that only changed, or was restored, is updated in place. */
  put(point: Point): void {
    this.revision = ++revisions
    const row = this.#rowByNumber.find(point.number)
    if (row !== undefined && this.points.isAt(row, point)) {
      this.points.describe(row, point)
      return
    }
    if (row !== undefined) this.points.remove(row)
    this.#rowByNumber.set(point.number, this.points.push(point))
  }

  remove(number: number): void {
    this.revision = ++revisions
    const row = this.#rowByNumber.find(number)
    if (row !== undefined) this.points.remove(row)
  }

  /** Into new columns: tiles that are being drawn go on with the old ones. */
  async sort(room = 0): Promise<void> {
    const { length } = this.points
    const spare = Math.max(MIN_UNSORTED, Math.min(MAX_UNSORTED, length >> 3))
    const sorted = await sortedCopy(this.points, spare + room, this.#squareRows)
    await sorted.squares?.addUp()
    this.#rowByNumber = await RowByNumber.build(sorted.number.subarray(0, sorted.length))
    this.points = sorted
  }
}
