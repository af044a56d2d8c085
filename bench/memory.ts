import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

const POLL_MS = 50

const statusBytes = (pid: number | undefined, name: 'VmHWM' | 'VmRSS'): number => {
  try {
    const figure = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(figure?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

export const residentBytes = ({ pid }: ChildProcess): number => statusBytes(pid, 'VmRSS')

/** Samples a process until it exits. Returns a function that reads its peak memory in bytes. */
export const memoryPeak = (child: ChildProcess): (() => number) => {
  let peak = 0
  const watching = setInterval(() => {
    peak = Math.max(peak, statusBytes(child.pid, 'VmHWM'))
  }, POLL_MS)
  child.once('exit', () => clearInterval(watching))
  return () => peak
}
