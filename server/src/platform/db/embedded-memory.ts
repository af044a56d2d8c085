import { totalmem } from 'node:os'

const MEGABYTE = 2 ** 20
const LEAST = 128
const MOST = 1024

const availableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/**
 * `shared_buffers` is an eighth of the memory, because PostgreSQL's default of 128 MB holds a fifth of a million events.
 * `work_mem` is enough for exact bitmaps when two index scans are combined; smaller bitmaps are lossy.
 */
export const memorySettings = (available = availableMemory()): Record<string, string> => {
  const megabytes = Math.min(MOST, Math.max(LEAST, Math.floor(available / 8 / MEGABYTE)))
  return { shared_buffers: `${megabytes}MB`, work_mem: '16MB' }
}
