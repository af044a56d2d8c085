import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { captureOrFail, checkout, modernNode, tool } from './processes.js'

const inputs = ['web', 'contract/src', 'scripts/map-data', 'package-lock.json', 'tsconfig.base.json']
// Folders without sources. The build generates `data`, the map data.
const ignored = new Set(['dist', 'node_modules', '.vite', 'data'])
const stamp = join(checkout, 'web/dist/.inputs')

/**
 * Builds the web app if the content of its sources changed. File times do not help, because a fresh checkout has new
 * ones.
 */
export async function buildWeb() {
  const current = hashOf(inputs)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return 'up to date'
  const vite = [tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn']
  await captureOrFail('The build of the web app', modernNode(), vite, { cwd: join(checkout, 'web') })
  // Written last, so that an interrupted build is repeated.
  writeFileSync(stamp, current)
  return undefined
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) addTo(hash, path)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const full = join(checkout, path)
  if (!existsSync(full)) return
  if (statSync(full).isDirectory()) {
    const names = readdirSync(full).filter((name) => !ignored.has(name) && !/\.test\.tsx?$/.test(name))
    for (const name of names.sort()) addTo(hash, join(path, name))
  } else {
    hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
  }
}
