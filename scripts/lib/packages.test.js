import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { arePackagesCurrent } from './packages.js'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cohesion-packages-'))
  mkdirSync(join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const here = { os: [process.platform], cpu: [process.arch], optional: true, version: '1.0.0' }
const elsewhere = { os: ['beos'], cpu: ['vax'], optional: true, version: '1.0.0' }
const root = { '': { optionalDependencies: { here: '1.0.0', elsewhere: '1.0.0' } } }
const lockedPackages = {
  'node_modules/zod': { version: '4.0.0' },
  'node_modules/vitest': { version: '5.0.0', dev: true },
  'node_modules/here': here,
  'node_modules/elsewhere': elsewhere,
}

function areCurrent(installed, wanted = { ...root, ...lockedPackages }, options = { forDevelopers: true }) {
  const write = (path, packages) => writeFileSync(join(folder, path), JSON.stringify({ packages }))
  write('package-lock.json', wanted)
  if (installed) write('node_modules/.package-lock.json', installed)
  return arePackagesCurrent(folder, options)
}

test('a checkout where npm never finished is not current', () => {
  expect(areCurrent(undefined)).toBe(false)
})

test('a package for other platforms may be missing, a package for this one may not', () => {
  const { 'node_modules/elsewhere': _, ...mine } = lockedPackages
  expect(areCurrent(mine)).toBe(true)
  const { 'node_modules/here': __, ...less } = mine
  expect(areCurrent(less)).toBe(false)
})

test('without developer tools an installation suits a server, with some of them it suits nobody', () => {
  const wanted = { ...root, ...lockedPackages, 'node_modules/knip': { version: '6.0.0', dev: true } }
  const { 'node_modules/vitest': vitest, ...server } = lockedPackages
  expect(areCurrent(server, wanted, { forDevelopers: false })).toBe(true)
  expect(areCurrent(server, wanted, { forDevelopers: true })).toBe(false)
  expect(areCurrent({ ...server, 'node_modules/vitest': vitest }, wanted, { forDevelopers: false })).toBe(false)
})

test('npm ci runs for a wrong version, a missing package and an extra package', () => {
  expect(areCurrent({ ...lockedPackages, 'node_modules/zod': { version: '4.0.1' } })).toBe(false)
  expect(areCurrent({ 'node_modules/here': here })).toBe(false)
  expect(areCurrent({ ...lockedPackages, 'node_modules/left-over': { version: '1.0.0' } })).toBe(false)
})
