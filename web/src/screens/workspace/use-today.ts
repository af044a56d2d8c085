import { useEffect, useState } from 'react'
import { type Day, dayOf } from './date-range.ts'

const LOOK_EVERY_MS = 30_000

export const useToday = (): Day => {
  const [today, setToday] = useState(() => dayOf(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(new Date())), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return today
}
