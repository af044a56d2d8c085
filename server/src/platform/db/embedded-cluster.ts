import { execFile } from 'node:child_process'
import { chownSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './embedded-binaries.ts'
import { makeWhole } from './embedded-folder.ts'
import type { DatabaseUser } from './embedded-user.ts'
import { StartProblem } from './start-problem.ts'

export const cohesion = 'cohesion'

/** The whole environment of PostgreSQL, so that it inherits no secrets of the server. */
export const databaseEnvironment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }

export const identityOf = (user: DatabaseUser) => (user ? { uid: user.uid, gid: user.gid } : {})

/** Creates the cluster if it is missing, with PostgreSQL's own sorting and case rules, which no system update changes. */
export async function ensureCluster(
  cluster: string,
  { folder, major }: Binaries,
  user: DatabaseUser,
  isDurable: boolean,
): Promise<void> {
  const version = versionOfCluster(cluster)
  if (version) return refuseOtherVersion(cluster, version, major)
  await makeWhole(cluster, async (draft) => {
    if (user) chownSync(draft, user.uid, user.gid)
    const locale = ['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8']
    // pg_trgm recognises letters by the system's locale. With plain C, its index would find no Hebrew word.
    locale.push('--lc-ctype', process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8')
    // No password is needed, because only the owner may enter the folder of the socket.
    const who = ['--username', cohesion, '--auth', 'trust']
    const sync = isDurable ? [] : ['--no-sync']
    await promisify(execFile)(join(folder, 'bin/initdb'), ['--pgdata', draft, ...who, ...locale, ...sync], {
      ...identityOf(user),
      cwd: folder,
      env: databaseEnvironment,
    }).catch((error) => {
      throw new StartProblem(`The database could not be created in ${cluster}: ${reasonOf(error)}`)
    })
  })
}

export function versionOfCluster(cluster: string): string | undefined {
  const file = join(cluster, 'PG_VERSION')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

function refuseOtherVersion(cluster: string, version: string, major: string): void {
  if (version === major) return
  const remedy =
    Number(version) < Number(major)
      ? 'run "npm run upgrade -- --postgres", which converts it and keeps the old one beside it'
      : 'start the newer version of Cohesion that it belongs to'
  throw new StartProblem(
    `The database in ${cluster} was created by PostgreSQL ${version}, and this is PostgreSQL ${major}: ${remedy}`,
  )
}

function reasonOf({ stderr = '', message }: { stderr?: string; message: string }): string {
  const [said] = stderr.match(/^initdb: .*$/m) ?? []
  return said?.replace(/^initdb: (error: )?/, '') ?? message.split('\n')[0] ?? ''
}
