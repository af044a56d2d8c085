import { useEffect, useState } from 'react'

const LOOK_EVERY_MS = 250

/** 10:00 → 00:00. Begun seconds count whole, so that it starts with what was promised. */
export const countdownText = (leftMs: number): string => {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** Milliseconds until then, by this device's clock; never less than none. */
export const useTimeLeft = (until: string): number => {
  const left = () => Math.max(0, Date.parse(until) - Date.now())
  const [leftMs, setLeftMs] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another end is the only reason to begin anew
  useEffect(() => {
    setLeftMs(left())
    const timer = setInterval(() => setLeftMs(left()), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [until])
  return leftMs
}
