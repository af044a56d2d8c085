import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCluster, type PostgresCluster } from '../../../testing/postgres-cluster.ts'
import { openDatabase } from '../database.ts'
import { newId } from '../id.ts'
import { migrateToLatest } from '../migrate.ts'

const folder = join(tmpdir(), `cohesion-promotion-${newId()}`)
const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB' }
const clusters: PostgresCluster[] = []
beforeAll(async () => {
  const primary = await openCluster(folder, settings)
  clusters.push(primary)
  const standby = await primary.openStandby(join(folder, 'standby'))
  clusters.push(standby)
  const database = openDatabase({ connectionString: primary.url })
  await migrateToLatest(database.db)
  await database.close()
  const [at] = await primary.query<{ at: string }>('select pg_current_wal_lsn() as at')
  while ((await standby.query(`select 1 where pg_last_wal_replay_lsn() >= '${at?.at}'`)).length === 0);
  await primary.kill()
  await standby.query('select pg_promote()')
})
afterAll(async () => {
  for (const cluster of clusters.toReversed()) await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('every sequence continues after a standby was promoted', async () => {
  const [, promoted] = clusters
  const sequences = (await promoted?.query<{ name: string }>('select sequencename as name from pg_sequences')) ?? []
  expect(sequences.length).toBeGreaterThan(0)
  for (const { name } of sequences)
    expect(await promoted?.query(`select nextval('${name}') as next`), name).toHaveLength(1)
})
