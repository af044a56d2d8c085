import { useEffect, useState } from 'react'

const LOOK_EVERY_MS = 30_000

/** The current time for texts such as "5 mins ago"; updates twice a minute. */
export const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
