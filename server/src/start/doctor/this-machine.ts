import { execFileSync } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { Machine } from './fault.ts'

export const thisMachine: Machine = {
  freeBytes: (folder) =>
    statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => undefined,
    ),
  memoryBytes: () => {
    const limit = process.constrainedMemory()
    return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  },
  fileLimit: () => {
    const text = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim()
    return text === 'unlimited' ? Number.POSITIVE_INFINITY : Number(text)
  },
}
