import type { SensorTrigger } from '#contract'

type Value = { at: number; value: number }

/** Number of passed values above which the queue drops them. */
const MOST_PASSED = 1_000

/**
 * Minimum or maximum of the values in a period that ends at the newest value. A monotonic queue: O(1) per value on
 * average.
 */
class Extreme {
  private queue: Value[] = []
  private first = 0
  private readonly isBeaten: (value: number, by: number) => boolean

  constructor(isBeaten: (value: number, by: number) => boolean) {
    this.isBeaten = isBeaten
  }

  /** Adds the newest value and returns the extreme of the values since `from`. */
  add(next: Value, from: number): number {
    while (this.queue.length > this.first && this.isBeaten((this.queue.at(-1) as Value).value, next.value))
      this.queue.pop()
    this.queue.push(next)
    while ((this.queue[this.first] as Value).at < from) this.first++
    if (this.first > MOST_PASSED) {
      this.queue = this.queue.slice(this.first)
      this.first = 0
    }
    return (this.queue[this.first] as Value).value
  }
}

type Change = { rise: number; fall: number }

const keyOf = (parameter: string, withinSeconds: number) => `${withinSeconds} ${parameter}`

/** By how much parameters rose and fell within the periods of a rule's rate conditions, for readings in order of time. */
export class RecentChanges {
  private readonly changes = new Map<string, Change>()
  private readonly rates: { parameter: string; withinSeconds: number; lowest: Extreme; highest: Extreme }[]

  constructor({ conditions }: Pick<SensorTrigger, 'conditions'>) {
    this.rates = conditions.flatMap((condition) => {
      if (condition.type !== 'rate') return []
      const { parameter, withinSeconds } = condition
      const lowest = new Extreme((value, by) => value >= by)
      const highest = new Extreme((value, by) => value <= by)
      return [{ parameter, withinSeconds, lowest, highest }]
    })
  }

  add(at: number, parameters: Record<string, number>): void {
    for (const { parameter, withinSeconds, lowest, highest } of this.rates) {
      const value = parameters[parameter]
      if (value === undefined) continue
      const from = at - withinSeconds * 1000
      const rise = value - lowest.add({ at, value }, from)
      const fall = highest.add({ at, value }, from) - value
      this.changes.set(keyOf(parameter, withinSeconds), { rise, fall })
    }
  }

  of(parameter: string, withinSeconds: number): Change | undefined {
    return this.changes.get(keyOf(parameter, withinSeconds))
  }
}
