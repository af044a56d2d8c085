import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

const POLL_MS = 50

/** A figure of a process as Linux counts it; 0 once the process has ended. */
const statusBytes = (pid: number | undefined, name: 'VmHWM' | 'VmRSS'): number => {
  try {
    const figure = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(figure?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Resident memory of a process now. */
export const residentBytes = ({ pid }: ChildProcess): number => statusBytes(pid, 'VmRSS')

/** Watches a process until it ends; the answer is the most memory, in bytes, that it needed. */
export const memoryPeak = (child: ChildProcess): (() => number) => {
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, statusBytes(child.pid, 'VmHWM'))
  }, POLL_MS)
  child.once('exit', () => clearInterval(watching))
  return () => peak
}
