import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

const POLL_MS = 50

/** Resident memory of a process at its highest so far, as Linux counts it; 0 once it has ended. */
const peakBytes = (pid: number): number => {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Watches a process until it ends; the answer is the most memory, in bytes, that it needed. */
export const memoryPeak = (child: ChildProcess): (() => number) => {
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, peakBytes(child.pid ?? 0))
  }, POLL_MS)
  child.once('exit', () => clearInterval(watching))
  return () => peak
}
