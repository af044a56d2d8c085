export type Unit = 'day' | 'week' | 'month'
export type Bucket = { start: string; count: number }

const DAY_MS = 86_400_000
const MOST_DAYS = 62
const MOST_WEEKS = 60

/** In UTC, where every day has 24 hours. */
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const unitFor = (days: number): Unit => (days <= MOST_DAYS ? 'day' : days <= MOST_WEEKS * 7 ? 'week' : 'month')

export const startOf = (day: string, unit: Unit, firstWeekday: number): string => {
  if (unit === 'day') return day
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  const time = timeOf(day)
  return dayOf(time - ((new Date(time).getUTCDay() - firstWeekday + 7) % 7) * DAY_MS)
}

const after = (start: string, unit: Unit): string => {
  if (unit !== 'month') return dayOf(timeOf(start) + (unit === 'week' ? 7 : 1) * DAY_MS)
  const date = new Date(timeOf(start))
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
}

export const endOf = (start: string, unit: Unit): string => dayOf(timeOf(after(start, unit)) - DAY_MS)

/** Days, weeks or months from the first to the last, including empty ones. `firstWeekday` 0 is Sunday. */
export const bucketsOf = (
  days: readonly { day: string; count: number }[],
  firstWeekday: number,
): { unit: Unit; buckets: Bucket[] } => {
  const first = days[0]?.day
  const last = days.at(-1)?.day
  if (!first || !last) return { unit: 'day', buckets: [] }
  const unit = unitFor((timeOf(last) - timeOf(first)) / DAY_MS + 1)
  const counts = new Map<string, number>()
  for (const { day, count } of days) {
    const start = startOf(day, unit, firstWeekday)
    counts.set(start, (counts.get(start) ?? 0) + count)
  }
  const buckets: Bucket[] = []
  const end = startOf(last, unit, firstWeekday)
  for (let start = startOf(first, unit, firstWeekday); start <= end; start = after(start, unit))
    buckets.push({ start, count: counts.get(start) ?? 0 })
  return { unit, buckets }
}
