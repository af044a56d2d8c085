import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseUser } from './embedded-user.ts'
import { StartProblem } from './start-problem.ts'

/** The kernel's limit for the path of a socket is 103 bytes on macOS and 107 on Linux. */
const pathLimitInBytes = 100

export function socketFolderFor(cluster: string, user: DatabaseUser): string {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= pathLimitInBytes) return cluster
  const hash = createHash('sha256').update(realpathSync(cluster)).digest('hex').slice(0, 12)
  const folder = join(tmpdir(), `cohesion-${hash}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stats = lstatSync(folder)
  const ourselves = process.getuid?.() ?? stats.uid
  // Anyone can write to the temporary folder, so a folder that exists already may be a trap.
  if (!stats.isDirectory() || (stats.mode & 0o077) !== 0 || ![ourselves, user?.uid].includes(stats.uid)) {
    throw new StartProblem(
      `The folder ${folder} belongs to another user. Set COHESION_DATA to a shorter path, which does not need this folder.`,
    )
  }
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}
