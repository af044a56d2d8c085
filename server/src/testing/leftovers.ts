import { readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeLock } from '../platform/db/embedded-lock.ts'
import { isRunningIn, readPostmaster, stopPostmaster } from '../platform/db/embedded-process.ts'

export const testFolderPrefix = 'cohesion-test-'

const hourInMs = 3_600_000

/** Removes the PostgreSQL of a killed run. Active runs hold the lock. */
export async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(testFolderPrefix))) {
    const folder = join(tmpdir(), name)
    const cluster = join(folder, 'postgres')
    const postmaster = readPostmaster(cluster)
    const stats = statSync(folder, { throwIfNoEntry: false })
    if (!stats || stats.uid !== process.getuid?.()) continue
    if (postmaster && isRunningIn(cluster, postmaster)) {
      const lock = await takeLock(postmaster.socketFolder)
      if (lock === 'taken' || lock === 'silent') continue
      await stopPostmaster(cluster, postmaster)
    } else if (Date.now() - stats.mtimeMs < hourInMs) continue
    rmSync(folder, { recursive: true, force: true })
  }
}
