import { anyRow, type ColumnFilter } from '../live-view/column-filter.ts'
import { type PointColumns, Quadtree } from './quadtree.ts'
import { SquareSums } from './square-sums.ts'

/** Periods whose sums are kept besides all of time: what people look at just now. */
const PERIODS_KEPT = 3

/** No point was made before `earliest` or after `latest`. */
type DatedColumns = PointColumns & { readonly earliest: number; readonly latest: number }

/**
 * What lies in each large square of the map, added up: a tile does not have to read millions of rows. A change of a row costs
 * the sums of the squares around it, which the next tile adds up again.
 */
export class Squares {
  readonly tree: Quadtree
  /** Nothing is left out: what the map shows unless somebody chooses a period. */
  readonly allTime: SquareSums
  readonly #points: DatedColumns
  /** Of other periods, the longest unused first. */
  readonly #periods = new Map<string, SquareSums>()

  /** `squareRows`: see `Quadtree`. */
  constructor(points: DatedColumns, squareRows?: number) {
    this.#points = points
    this.tree = new Quadtree(points, squareRows)
    this.allTime = new SquareSums(points, this.tree, anyRow)
  }

  get bytes(): number {
    return this.#periods.values().reduce((sum, { bytes }) => sum + bytes, this.allTime.bytes)
  }

  /** Sums of what was made in a period. */
  during({ from, to }: Pick<ColumnFilter, 'from' | 'to'>): SquareSums {
    if (from <= this.#points.earliest && to >= this.#points.latest) return this.allTime
    const key = `${from} ${to}`
    const sums = this.#periods.get(key) ?? new SquareSums(this.#points, this.tree, { from, to })
    this.#periods.delete(key)
    this.#periods.set(key, sums)
    const [longestUnused = key] = this.#periods.keys()
    if (this.#periods.size > PERIODS_KEPT) this.#periods.delete(longestUnused)
    return sums
  }

  /** To be called after a sorted row has changed; another one does no harm. */
  changed(row: number): void {
    for (const square of this.tree.around(row)) {
      this.allTime.forget(square)
      for (const sums of this.#periods.values()) sums.forget(square)
    }
  }

  /** Adds up everything, in slices, so that no tile has to. */
  async addUp(): Promise<void> {
    const { world } = this.tree
    if (this.tree.isLarge(world)) await this.allTime.of(world)
  }
}
