import type { Dashboard } from '#contract'
import { bucketsOf, startOf, type Unit } from '../../ui/chart/buckets.ts'

export type Stack = { start: string; counts: ReadonlyMap<string, number>; total: number }

const MOST_SERIES = 8
export const NO_TYPE = 'none'
export const OTHERS = 'others'

/** Counts of reports by period and type, with the most frequent type first. For `firstWeekday`, 0 is Sunday. */
export const stacksOf = (
  byDay: Dashboard['byDay'],
  firstWeekday: number,
): { unit: Unit; series: string[]; stacks: Stack[] } => {
  const totals = new Map<string, number>()
  for (const { eventType, count } of byDay) add(totals, eventType ?? NO_TYPE, count)
  const ranked = [...totals].sort(([, one], [, other]) => other - one).map(([type]) => type)
  const shown = ranked.length > MOST_SERIES ? ranked.slice(0, MOST_SERIES - 1) : ranked
  const { unit, buckets } = bucketsOf(byDay, firstWeekday)
  const counts = new Map(buckets.map(({ start }) => [start, new Map<string, number>()]))
  for (const { day, eventType, count } of byDay) {
    const type = eventType ?? NO_TYPE
    const stack = counts.get(startOf(day, unit, firstWeekday))
    if (stack) add(stack, shown.includes(type) ? type : OTHERS, count)
  }
  return {
    unit,
    series: ranked.length > shown.length ? [...shown, OTHERS] : shown,
    stacks: buckets.map(({ start, count }) => ({ start, total: count, counts: counts.get(start) ?? new Map() })),
  }
}

const add = (counts: Map<string, number>, key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count)
