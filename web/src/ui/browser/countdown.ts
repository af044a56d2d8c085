import { useEffect, useState } from 'react'

const LOOK_EVERY_MS = 250

/** Minutes and seconds, as 09:59. Rounded up, so that a countdown starts with the full time. */
export const countdownText = (leftMs: number): string => {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** Milliseconds left by this device's clock; at least 0. */
export const useTimeLeft = (until: string): number => {
  const left = () => Math.max(0, Date.parse(until) - Date.now())
  const [leftMs, setLeftMs] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new end time
  useEffect(() => {
    setLeftMs(left())
    const timer = setInterval(() => setLeftMs(left()), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [until])
  return leftMs
}
