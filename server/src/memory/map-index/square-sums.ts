import { setImmediate as nextTurn } from 'node:timers/promises'
import { inSlices, Pace } from '../../platform/kit/slices.ts'
import { REMOVED } from '../live-view/kind-state.ts'
import type { PointColumns, Quadtree, Square } from './quadtree.ts'

/** Points that lie together, added up: how many, the sums of their coordinates on the grid, and the box around them. */
export type Sums = {
  count: number
  sumX: number
  sumY: number
  west: number
  north: number
  east: number
  south: number
}

/** The points of one kind, state and event type in a square. `row`: of one of them. */
export type Group = Sums & { kindState: number; type: number; row: number }

/** An object of ten fields, two of which are large numbers. */
const GROUP_BYTES = 144
const SQUARE_BYTES = 250

/** What lies in the large squares of the map and was made in a period, by kind, state and event type. */
export class SquareSums {
  readonly #points: PointColumns
  readonly #tree: Quadtree
  readonly #from: number
  readonly #to: number
  readonly #groups = new Map<Square, readonly Group[]>()
  /** How often something was forgotten. */
  #changes = 0

  constructor(points: PointColumns, tree: Quadtree, { from, to }: { from: number; to: number }) {
    this.#points = points
    this.#tree = tree
    this.#from = from
    this.#to = to
  }

  get bytes(): number {
    const groupCount = this.#groups.values().reduce((sum, { length }) => sum + length, 0)
    return this.#groups.size * SQUARE_BYTES + groupCount * GROUP_BYTES
  }

  forget(square: Square): void {
    this.#changes++
    this.#groups.delete(square)
  }

  /** The groups of a large square, if nothing in it changed since they were added up. */
  known(square: Square): readonly Group[] | undefined {
    return this.#groups.get(square)
  }

  /** The groups of a large square. What is not known is added up, in slices. */
  async of(square: Square, pace = new Pace()): Promise<readonly Group[]> {
    const known = this.known(square)
    if (known) return known
    const changes = this.#changes
    const merged = new Map<number, Group>()
    const quarters = this.#tree.quartersOf(square)
    for (const part of quarters.length > 0 ? quarters : [square]) {
      if (part !== square && this.#tree.isLarge(part)) {
        for (const group of await this.of(part, pace)) merge(merged, group)
      } else {
        await inSlices(part.from, part.to, (from, to) => this.#addRows(merged, from, to))
        if (pace.isOver(part.to - part.from)) await nextTurn()
      }
    }
    const groups = [...merged.values()]
    // A row that changed meanwhile may have been read before or after.
    if (this.#changes === changes) this.#groups.set(square, groups)
    return groups
  }

  #addRows(groups: Map<number, Group>, from: number, to: number): void {
    const { kindState: kindStates, createdAt, type: types, x: xs, y: ys } = this.#points
    for (let row = from; row < to; row++) {
      const kindState = kindStates[row] as number
      const time = createdAt[row] as number
      if (kindState === REMOVED || time < this.#from || time > this.#to) continue
      const type = types[row] as number
      const x = xs[row] as number
      const y = ys[row] as number
      const group = groups.get(keyOf(kindState, type))
      if (group) {
        group.count++
        group.sumX += x
        group.sumY += y
        if (x < group.west) group.west = x
        else if (x > group.east) group.east = x
        if (y < group.north) group.north = y
        else if (y > group.south) group.south = y
      } else {
        const box = { west: x, north: y, east: x, south: y }
        groups.set(keyOf(kindState, type), { kindState, type, row, count: 1, sumX: x, sumY: y, ...box })
      }
    }
  }
}

const keyOf = (kindState: number, type: number): number => (kindState << 16) | type

function merge(groups: Map<number, Group>, part: Group): void {
  const key = keyOf(part.kindState, part.type)
  const group = groups.get(key)
  if (!group) {
    groups.set(key, { ...part })
    return
  }
  group.count += part.count
  group.sumX += part.sumX
  group.sumY += part.sumY
  group.west = Math.min(group.west, part.west)
  group.north = Math.min(group.north, part.north)
  group.east = Math.max(group.east, part.east)
  group.south = Math.max(group.south, part.south)
}
