import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { isInstalled } from './proxies.ts'

const execute = promisify(execFile)
const LONGEST_MS = 180_000
const MOST_OUTPUT_BYTES = 100_000_000
const INSTALL_MS = 900_000

/** Programs of other people that read and write our files, and their Debian packages. */
const packages = {
  ogrinfo: 'gdal-bin',
  gpsbabel: 'gpsbabel',
  soffice: 'libreoffice-calc-nogui',
  qgis: 'python3-qgis',
} as const
export type Program = keyof typeof packages
export const programs = Object.keys(packages) as Program[]

/** Only QGIS has no command here: trials use it from Debian's own Python, which may not be the first in the path. */
export const PYTHON = '/usr/bin/python3'
const isPresent = (name: Program): boolean =>
  name === 'qgis' ? existsSync('/usr/lib/python3/dist-packages/qgis/core/__init__.py') : isInstalled(name)

/** Output of a program. A failure contains what the program printed. */
export const run = async (name: string, ...args: string[]): Promise<string> => {
  const limits = { timeout: LONGEST_MS, maxBuffer: MOST_OUTPUT_BYTES }
  try {
    const { stdout, stderr } = await execute(name, args, limits)
    return stdout + stderr
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    throw new Error(`${name}: ${`${stderr}${stdout}`.trim().slice(0, 500) || message.slice(0, 500)}`)
  }
}

/** Installs missing programs from Debian if the trial may. Returns the programs that are still missing. */
export const installPrograms = async ({ mayInstall }: { mayInstall: boolean }): Promise<Program[]> => {
  const missing = programs.filter((name) => !isPresent(name))
  const isDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (missing.length > 0 && mayInstall && isDebian) {
    const names = missing.map((name) => packages[name])
    const options = { timeout: INSTALL_MS, maxBuffer: MOST_OUTPUT_BYTES, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } // biome-ignore format: one line
    const apt = (...args: string[]) => execute('apt-get', ['--quiet', ...args], options)
    await apt('update').catch(() => {})
    // A package that cannot be installed leaves its program missing.
    await apt('install', '--yes', '--no-install-recommends', ...names).catch(() => {})
  }
  return missing.filter((name) => !isPresent(name))
}

export const missingText = (missing: readonly Program[]): string =>
  `${missing.join(', ')} missing, not tried: apt-get install --no-install-recommends ${missing.map((name) => packages[name]).join(' ')}`

export const versionOf = async (name: Program): Promise<string> => {
  const text =
    name === 'qgis'
      ? await run(PYTHON, '-c', 'from qgis.core import Qgis; print(Qgis.QGIS_VERSION)')
      : await run(name, name === 'gpsbabel' ? '-V' : '--version')
  return /\d+(\.\d+)+/.exec(text)?.[0] ?? text.trim().slice(0, 50)
}
