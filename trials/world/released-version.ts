import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { emptyFolder } from '../../tests/start/folders.ts'
import { startServer } from '../../tests/start/server-process.ts'
import { apiOf } from './api.ts'
import { dataFolder } from './data-folder.ts'
import { trialResources } from './resources.ts'
import { asProxy, noRequestLimits } from './server.ts'

const checkout = resolve(import.meta.dirname, '../..')

/**
 * The release beside which this version must work, and its commit. The fixture of 1.0 was made some hours later and has
 * the tables of e-mail, which this commit lacks. From 1.1 on, `tests/release.test.ts` keeps fixture and commit in step.
 */
export const RELEASE = { version: '1.0.0', commit: '99cdf7de3d2366674ab1b4754b494eb16b48dd40' }

const packagesOf = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies

/**
 * Links our packages into the release if both name the same versions. Otherwise installs the packages of the release.
 */
const addPackages = (folder: string): void => {
  const ours = packagesOf(checkout)
  if (Object.entries(packagesOf(folder)).every(([name, version]) => ours[name] === version))
    symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--omit=dev', '--no-audit'], { cwd: folder, stdio: 'ignore' })
}

/**
 * Checks out the release from git, with its packages unless `isBare`. Undefined if the clone lacks its commit, as a
 * shallow clone does.
 */
export const checkOutRelease = ({ isBare = false } = {}): string | undefined => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, stdio: 'pipe', maxBuffer: 1e9 })
  try {
    git('cat-file', '-e', `${RELEASE.commit}^{commit}`)
  } catch {
    return undefined
  }
  const folder = emptyFolder()
  trialResources.add(async () => folder.remove())
  mkdirSync(folder.path)
  execFileSync('tar', ['-x', '-C', folder.path], { input: git('archive', '--format=tar', RELEASE.commit) })
  if (!isBare) addPackages(folder.path)
  return folder.path
}

/** Starts a server of the release with the demo, on a database of its own. */
export const startRelease = async (code: string, more: Record<string, string> = {}) => {
  const folder = dataFolder()
  const environment = { COHESION_DATA: folder.path, COHESION_DEMO: 'on', ...noRequestLimits, ...asProxy, ...more }
  const server = await startServer(environment, { folder: code })
  return {
    url: server.url,
    api: apiOf(server.url),
    folder: folder.path,
    remove: trialResources.add(async () => {
      await server.stop()
      await folder.remove()
    }),
  }
}
