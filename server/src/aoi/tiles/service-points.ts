import { ByNumber } from '../memory/by-number.ts'
import { GONE } from '../memory/look.ts'
import { type Point, Points, sortedCopy } from './points.ts'

/** How many rows may wait unsorted: each tile looks at all of them. */
const MOST_UNSORTED = 20_000
const LEAST_UNSORTED = 256

let changes = 0

/** The AOIs of one service that are not deleted, found by place and by number. */
export class ServicePoints {
  points = new Points(0)
  /** Another one after every change, and never again the same. */
  version = ++changes
  #byNumber = ByNumber.none()

  /** Takes the points as they were read. */
  static async of(points: Points): Promise<ServicePoints> {
    const service = new ServicePoints()
    service.points = points
    await service.#sort(0)
    return service
  }

  /** To be called before that many are put: sorting takes a while, and lets tiles be made meanwhile. */
  async makeRoom(count: number): Promise<void> {
    if (this.points.length + count > this.points.capacity) await this.#sort(count)
  }

  /** What moved goes to the end; what only changed, or comes back, stays where it is. */
  put(point: Point): void {
    this.version = ++changes
    const row = this.#byNumber.find(point.number)
    if (row !== undefined && this.points.isAt(row, point)) {
      this.points.describe(row, point)
      return
    }
    if (row !== undefined) this.points.look[row] = GONE
    this.#byNumber.set(point.number, this.points.push(point))
  }

  remove(number: number): void {
    this.version = ++changes
    const row = this.#byNumber.find(number)
    if (row !== undefined) this.points.look[row] = GONE
  }

  /** Readers that are under way keep the old columns. */
  async #sort(room: number): Promise<void> {
    const { length } = this.points
    const spare = Math.max(LEAST_UNSORTED, Math.min(MOST_UNSORTED, length >> 3))
    const sorted = await sortedCopy(this.points, spare + room)
    this.#byNumber = await ByNumber.of(sorted.number.subarray(0, sorted.length))
    this.points = sorted
  }
}
