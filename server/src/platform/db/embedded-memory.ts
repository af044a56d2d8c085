import { totalmem } from 'node:os'

const MEGABYTE = 2 ** 20
/** PostgreSQL's default, and the most that a million events can use. */
const [LEAST, MOST] = [128, 1024]

/** Memory of the machine or the container. */
const availableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/**
 * An eighth of the memory for pages that were read: PostgreSQL's own 128 MB hold a fifth of a million events. And enough
 * for a search that joins the finds of two indexes to remember each row instead of whole pages.
 */
export const memorySettings = (available = availableMemory()): Record<string, string> => {
  const megabytes = Math.min(MOST, Math.max(LEAST, Math.floor(available / 8 / MEGABYTE)))
  return { shared_buffers: `${megabytes}MB`, work_mem: '16MB' }
}
