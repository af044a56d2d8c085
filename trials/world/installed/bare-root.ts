import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { emptyFolder } from '../../../tests/start/folders.ts'
import { isInstalled } from '../proxies.ts'
import { trialResources } from '../resources.ts'

export const checkout = resolve(import.meta.dirname, '../../..')

/** Tools of Debian that create a root folder and run commands in it. */
const tools = ['mmdebstrap', 'systemd-nspawn', 'systemd-analyze']

export const whyNoRoot = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'needs root'
  const missing = tools.filter((tool) => !isInstalled(tool))
  return missing.length > 0 ? `needs ${missing.join(', ')}` : undefined
}

const runFile = promisify(execFile)
const MOST_OUTPUT = 100_000_000

export const run = async (command: string, args: string[]): Promise<string> => {
  try {
    return (await runFile(command, args, { maxBuffer: MOST_OUTPUT })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.at(-1)} failed: ${(stdout + stderr).trim().slice(-1_500)}`)
  }
}

const packageSources = (): string[] => {
  const folder = '/etc/apt/sources.list.d'
  const more = readdirSync(folder).filter((name) => /\.(list|sources)$/.test(name))
  return ['/etc/apt/sources.list', ...more.map((name) => join(folder, name))].filter((file) => existsSync(file))
}

/** Adds our Node and the machine's npm, in the places of an official Node image. */
const addNode = (root: string) => {
  const local = join(root, 'usr/local')
  copyFileSync(process.execPath, join(local, 'bin/node'))
  chmodSync(join(local, 'bin/node'), 0o755)
  const npm = dirname(dirname(execFileSync('sh', ['-c', 'readlink -f "$(command -v npm)"']).toString().trim()))
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
}

const newFolder = (): string => {
  const { path } = emptyFolder()
  // Node's own removal would also delete files of file systems that are still mounted below the folder.
  trialResources.add(() => run('rm', ['-rf', '--one-file-system', path]))
  mkdirSync(path)
  return path
}

/** The smallest Debian with Node, npm and a user called node, like the base image that the Dockerfile names. */
export const makeBareRoot = async (packages: string[] = []): Promise<string> => {
  const root = newFolder()
  const include = ['ca-certificates', ...packages].join(',')
  await run('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    `--include=${include}`,
    'bookworm',
    root,
    ...packageSources(),
  ])
  addNode(root)
  await run('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node'])
  return root
}

export const copyRoot = async (root: string): Promise<string> => {
  const copy = newFolder()
  await run('cp', ['-a', `${root}/.`, copy])
  return copy
}

/** A folder outside the root, to be mounted into it. */
export const makeVolume = newFolder

/** Certificates and npm settings of this machine, mounted for the commands inside without becoming part of the root. */
export const lentSettings = (): string[] => {
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt'
  const lent = [
    ['/etc/ssl/certs', '/etc/ssl/certs'],
    [join(homedir(), '.npmrc'), '/root/.npmrc'],
    [certificates, '/run/host-certificates.crt'],
  ]
  return [
    ...lent.filter(([from]) => existsSync(from!)).map(([from, to]) => `--bind-ro=${from}:${to}`),
    '--setenv=NODE_EXTRA_CA_CERTS=/run/host-certificates.crt',
  ]
}

/** Arguments of systemd-nspawn that run a root without a container daemon. */
export const containerArgs = (root: string): string[] => [
  '--quiet',
  '--register=no',
  '--keep-unit',
  `--directory=${root}`,
]
