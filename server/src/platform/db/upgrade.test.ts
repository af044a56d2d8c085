import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { databaseOfRelease, fixtures, type Row, readFixture, rowsOf } from '../../testing/release.ts'
import { migrateToLatest } from './migrate.ts'
import { migrations } from './migrations/list.ts'
import { misplacedTables } from './misplaced-rows.ts'

/** Hashes of released migrations, which never change. */
const frozen: Record<string, string> = {
  '0.1': 'e258efabeb9f55f2a93c798b26f46a95f291040b920c4692b083cbb0c8cd97fc',
  '1.0': 'bfe5f42b3f6b6653e6793103815f7d437e4fd8f2d89ec8b60f6945c35541fb89',
  '1.1': '9b4e25554b38722b8509aeb1f67c1ad112cff72ef63a38bdeeaef215562e6fe4',
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

test('the migrations of a release are never changed', () => {
  const folder = new URL('migrations/', import.meta.url)
  for (const file of readdirSync(fixtures)) {
    const { version, migrations: names } = readFixture(file)
    const sources = [...names, 'needsExtension', 'ownsFile'].map((name) => readFileSync(new URL(`${name}.ts`, folder)))
    expect(createHash('sha256').update(Buffer.concat(sources)).digest('hex'), version).toBe(frozen[version])
  }
})
