import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartProblem } from './start-problem.ts'

/** The user that runs PostgreSQL, which refuses to run as root. Undefined: the current user. */
export type DatabaseUser = { name: string; uid: number; gid: number } | undefined

/** As root: the owner of the existing cluster, else `postgres`, else `nobody`. Otherwise undefined. */
export function databaseUser(cluster: string): DatabaseUser {
  if (process.getuid?.() !== 0) return undefined
  const users = readUsers()
  const existing = statSync(cluster, { throwIfNoEntry: false })
  if (existing && existing.uid !== 0) {
    const name = users.find((user) => user.uid === existing.uid)?.name ?? `user ${existing.uid}`
    return { name, uid: existing.uid, gid: existing.gid }
  }
  const userNamed = (name: string) => users.find((user) => user.name === name)
  return userNamed('postgres') ?? userNamed('nobody') ?? { name: 'nobody', uid: 65534, gid: 65534 }
}

function readUsers() {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
      .filter(({ uid, gid }) => uid > 0 && gid > 0)
  } catch {
    return []
  }
}

/** Throws if the database user cannot enter a parent folder of the data: PostgreSQL's own error would not say why. */
export function refuseUnlessEnterable(folder: string, user: DatabaseUser): void {
  if (!user) return
  for (let at = folder; ; at = dirname(at)) {
    const { uid, gid, mode } = statSync(at)
    const mayEnter = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001
    if (!mayEnter) {
      throw new StartProblem(
        `The database runs as ${user.name}, who cannot enter ${at}: set COHESION_DATA to a folder that others may enter`,
      )
    }
    if (at === dirname(at)) return
  }
}
