import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { captureOrFail, checkout } from './processes.js'
import { Problem } from './steps.js'

const oldestNode = 20

/** Runs `npm ci` if the installed packages differ from the lockfile. */
export const installPackages = () => install({ forDevelopers: true })

/** An installation without the tools of developers (by NODE_ENV=production) stays so. */
export const installServerPackages = () => install({ forDevelopers: false })

async function install({ forDevelopers }) {
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    throw new Problem(
      `Cohesion needs Node ${oldestNode} or newer to install, and this is Node ${process.versions.node}`,
    )
  }
  if (arePackagesCurrent(checkout, { forDevelopers })) return 'up to date'
  // No package of ours needs its install script, so none is run.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  // With the host's Node, because npm is about to replace the one among the packages.
  if (npm && node) await captureOrFail('npm ci', node, [npm, ...args])
  else await captureOrFail('npm ci', 'npm', args, { env: { PATH: hostPath() } })
  return undefined
}

/** npm's lockfile of what it really installed. It is written last, so an interrupted install has none. */
export function arePackagesCurrent(folder, { forDevelopers }) {
  const installedFile = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(installedFile)) return false
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const installed = readPackages(installedFile)
  const isSame = (path) => wanted[path]?.version === installed[path]?.version
  const hasTools = Object.keys(installed).some((path) => wanted[path]?.dev)
  const isLeftOut = (path) => wanted[path].dev && !forDevelopers && !hasTools
  const isNeeded = (path) => path !== '' && !isLeftOut(path) && (!isOptional(wanted[path]) || isOurs(path, wanted))
  return Object.keys(installed).every(isSame) && Object.keys(wanted).filter(isNeeded).every(isSame)
}

const isOptional = (entry) => entry.optional || entry.devOptional

/** Node and PostgreSQL are optional packages only because each platform needs another one. */
function isOurs(path, wanted) {
  const { os = [], cpu = [] } = wanted[path]
  const isDirect = path.replace('node_modules/', '') in (wanted[''].optionalDependencies ?? {})
  return isDirect && os.includes(process.platform) && cpu.includes(process.arch)
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

const hostPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)
