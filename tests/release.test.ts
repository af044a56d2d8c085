import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { allEndpoints, problems } from '../contract/src/index.ts'
import releasedApi from './released-api.json' with { type: 'json' }
import { checkout } from './source.ts'

/*
 * The changelog describes each version, and a fixture holds the schema of each release. A migration after a release
 * needs the next version, such as 1.2.0-dev.
 */
const read = (path: string) => readFileSync(join(checkout, path), 'utf8')
const parts = (version: string) => version.split(/[.-]/).map(Number)
const isNewer = (one: string, other: string) => {
  const a = parts(one)
  const b = parts(other)
  const index = [0, 1, 2].find((at) => (a[at] ?? 0) !== (b[at] ?? 0))
  return index !== undefined && (a[index] ?? 0) > (b[index] ?? 0)
}

const { version } = JSON.parse(read('package.json')) as { version: string }
const releases = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$/gm)].map(
  ([, number = '', day = '']) => ({ number, day }),
)
const fixtures = 'server/src/platform/db/fixtures'
const newest = readdirSync(join(checkout, fixtures))
  .map((name) => name.replace('.json.gz', ''))
  .reduce((one, other) => (isNewer(other, one) ? other : one))
const { migrations: released } = JSON.parse(
  gunzipSync(readFileSync(join(checkout, `${fixtures}/${newest}.json.gz`))).toString(),
) as { migrations: string[] }
const migrations = readdirSync(join(checkout, 'server/src/platform/db/migrations'))
  .filter((name) => /^\d{4}_\w+\.ts$/.test(name))
  .map((name) => name.replace('.ts', ''))
  .sort()

test('the releases of the changelog are in order', () => {
  expect(releases.length).toBeGreaterThan(1)
  for (const [index, { number, day }] of releases.entries()) {
    const before = releases[index + 1]
    if (!before) continue
    expect(isNewer(number, before.number), `${number} above ${before.number}`).toBe(true)
    expect(day >= before.day).toBe(true)
  }
})

test('the newest release has a fixture of its schema, and the lockfile names the same version', () => {
  expect(releases[0]?.number.startsWith(`${newest}.`)).toBe(true)
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } })
})

test('the version is that of the newest release, or newer where the schema has changed since', () => {
  const last = releases[0]?.number ?? ''
  const added = migrations.filter((name) => !released.includes(name))
  if (added.length > 0) expect(isNewer(version, last), `${version} with ${added.join(', ')} after ${last}`).toBe(true)
  else expect(version === last || isNewer(version, last)).toBe(true)
  expect(released.filter((name) => !migrations.includes(name))).toEqual([])
})

test('the API keeps every path, method and problem code of the newest release', () => {
  expect(releasedApi.version).toBe(newest)
  expect(releasedApi.calls.length).toBeGreaterThan(250)
  const calls = new Set(
    allEndpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, '{}')}`),
  )
  expect(releasedApi.calls.filter((call) => !calls.has(call))).toEqual([])
  expect(releasedApi.problems.filter((code) => !(code in problems))).toEqual([])
})
