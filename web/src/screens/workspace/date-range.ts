import { useEffect, useState } from 'react'
/** A day of the calendar in the browser's time zone, as YYYY-MM-DD. */
export type Day = string

const two = (number: number): string => String(number).padStart(2, '0')

export const dayOf = (date: Date): Day => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** Local midnight at the start of the day. */
export const startOf = (day: Day): Date => new Date(`${day}T00:00:00`)
export const endOf = (day: Day): Date => new Date(`${day}T23:59:59.999`)

export const isDay = (value: unknown): value is Day =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && dayOf(startOf(value)) === value

/** 29 February becomes 1 March in a year that is not a leap year. */
export const addDays = (day: Day, { years }: { years: number }): Day => {
  const date = startOf(day)
  date.setFullYear(date.getFullYear() + years)
  return dayOf(date)
}

export const daysBefore = (day: Day, days: number): Day => {
  const date = startOf(day)
  date.setDate(date.getDate() - days)
  return dayOf(date)
}

export const monthBefore = (day: Day): Day => {
  const date = startOf(day)
  return dayOf(new Date(date.getFullYear(), date.getMonth() - 1, 1))
}

export type PickedDays = readonly [first: Day | null, last: Day | null]

/** Days that can be picked: none after today and, once the first day is picked, none before it. */
export const boundsFor = ([first, last]: PickedDays, today: Day): { min?: Day; max: Day } => ({
  min: first && !last ? first : undefined,
  max: today,
})

export const instantsOf = ({ from, to }: { from: Day; to: Day }): { startTime: string; endTime: string } => ({
  startTime: startOf(from).toISOString(),
  endTime: endOf(to).toISOString(),
})

const LOOK_EVERY_MS = 30_000

export const useToday = (): Day => {
  const [today, setToday] = useState(() => dayOf(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(new Date())), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return today
}
