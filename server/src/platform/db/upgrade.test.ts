import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { databaseOfRelease, fixtures, type Row, readFixture, rowsOf } from '../../testing/release.ts'
import { migrateToLatest } from './migrate.ts'
import { migrations } from './migrations/list.ts'
import { misplacedTables } from './misplaced-rows.ts'

/** Hashes of released migrations without their comments. Their code never changes. */
const frozen: Record<string, string> = {
  '0.1': '0163a87842e5c9c0a70408d42fa081cab4fe493d48269ca4354113511096c1cc',
  '1.0': '0edfe6b2a5f5ce1fef22b0cd6e6891d17e117bedf7de9552be08254dcfc6fc83',
  '1.1': 'de4d9505c472381bfcdf9b48b6ff3ae2f41c0b7e3a269d68e6f6c28ba986544f',
}

/** Columns and tables removed on purpose by later migrations. */
const removed = ['member.last_seen_at', 'member.is_told_online', 'sign_in_failure', 'visitor_attempt']

test.each(readdirSync(fixtures))('a database of the release %s is upgraded with its data intact', async (file) => {
  const fixture = readFixture(file)
  const { db, pool, close } = await databaseOfRelease(fixture)
  const before = Object.fromEntries(
    await Promise.all(Object.keys(fixture.tables).map(async (table) => [table, await rowsOf(pool, table)] as const)),
  )
  expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true)
  expect(await migrateToLatest(db)).toEqual(
    Object.keys(migrations)
      .filter((name) => !fixture.migrations.includes(name))
      .sort(),
  )
  for (const [table, rows] of Object.entries(before)) {
    if (removed.includes(table)) continue
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !removed.includes(`${table}.${column}`))
    const asText = (list: Row[]) => list.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort()
    expect(asText(await rowsOf(pool, table)), table).toEqual(asText(rows))
  }
  expect(await misplacedTables(db)).toEqual([])
  await close()
})

/** Removes the lines that contain only a comment of TypeScript or SQL. */
const withoutComments = (source: string) =>
  source.replace(/^ *\/\*\*.*?\*\/\n/gms, '').replace(/^ *(\/\/|--) .*\n/gm, '')

test('the migrations of a release are never changed', () => {
  const folder = new URL('migrations/', import.meta.url)
  for (const file of readdirSync(fixtures)) {
    const { version, migrations: names } = readFixture(file)
    const sources = [...names, 'needsExtension', 'ownsFile'].map((name) =>
      readFileSync(new URL(`${name}.ts`, folder), 'utf8'),
    )
    expect(createHash('sha256').update(sources.map(withoutComments).join('')).digest('hex'), version).toBe(
      frozen[version],
    )
  }
})
