import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { emptyFolder } from '../../tests/start/folders.ts'
import { trialResources } from './resources.ts'

const execute = promisify(execFile)
const INSTALL_MS = 600_000
const LONGEST_MS = 180_000
const MOST_OUTPUT_BYTES = 100_000_000

/** The versions that docs/recipes/typescript.md names. */
const packages = {
  '@camptocamp/ogc-client': '1.3.0',
  '@hey-api/openapi-ts': '0.99.0',
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  '@types/node': '22.20.5',
  'openapi-typescript': '7.13.0',
  orval: '8.36.0',
  typescript: '5.9.3',
}
const overrides = { '@scalar/openapi-parser': '0.29.1' }

export const packageVersions = Object.entries(packages)
  .filter(([name]) => !name.startsWith('@types/'))
  .map(([name, version]) => `${name} ${version}`)
  .join(', ')

export type Scratch = {
  folder: string
  run: (env: Record<string, string>, name: string, ...args: string[]) => Promise<string>
}

/** Installs the packages into a folder of the trial, with the commands in its path. */
export const installPackages = async (): Promise<Scratch> => {
  const { path: folder, remove } = emptyFolder()
  trialResources.add(async () => remove())
  mkdirSync(folder)
  const run: Scratch['run'] = async (env, name, ...args) => {
    const PATH = [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter)
    const options = {
      cwd: folder,
      timeout: name === 'npm' ? INSTALL_MS : LONGEST_MS,
      maxBuffer: MOST_OUTPUT_BYTES,
      env: { ...process.env, PATH, ...env },
    }
    try {
      const { stdout, stderr } = await execute(name, args, options)
      return stdout + stderr
    } catch (error) {
      const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
      throw new Error(`${name} ${args[0] ?? ''}: ${`${stdout}${stderr}`.trim().slice(-800) || message.slice(0, 500)}`)
    }
  }
  const described = { private: true, type: 'module', dependencies: packages, overrides }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(described))
  await run({}, 'npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts')
  return { folder, run }
}
