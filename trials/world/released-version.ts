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
 * The release that this version must work beside, and its commit. The fixture of 1.0 was made some hours later and has
 * the tables of e-mail, which this commit lacks. From 1.1 on `tests/release.test.ts` keeps both in step.
 */
export const RELEASE = { version: '1.0.0', commit: '99cdf7de3d2366674ab1b4754b494eb16b48dd40' }

const packagesOf = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies

/** Uses our packages for the release if it names the same versions. Otherwise the release gets its own. */
const addPackages = (folder: string): void => {
  const ours = packagesOf(checkout)
  if (Object.entries(packagesOf(folder)).every(([name, version]) => ours[name] === version))
    symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--omit=dev', '--no-audit'], { cwd: folder, stdio: 'ignore' })
}

/**
 * Checks out the release from git, with packages unless `isBare`. Undefined without the history, as in a shallow clone.
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

/** A server of the release on a database of its own, with the demo in it. */
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
