import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Db, openDatabase } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { eventually } from '../../testing/eventually.ts'
import { openCluster } from '../../testing/postgres-cluster.ts'
import { readSideBySide } from './read-table.ts'

const folder = join(tmpdir(), `cohesion-read-replica-${newId()}`)
const primary = await openCluster(folder, { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB' })
const { db, close: closePrimary } = openDatabase({ connectionString: primary.url })
await sql`create table pebble ()`.execute(db)
const standby = await primary.openStandby(join(folder, 'standby'))
const replica = openDatabase({ connectionString: standby.url })
afterAll(async () => {
  await replica.close()
  await closePrimary()
  await standby.stop()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

const countPebbles = async (one: Db) => {
  const { rows } = await sql<{ isReplica: boolean; pebbles: number }>`
    select pg_is_in_recovery() as is_replica, (select count(*)::int from pebble) as pebbles`.execute(one)
  return rows[0]
}

test('two connections to a replica read the same snapshot, whatever is committed meanwhile', async () => {
  const seen = await readSideBySide(replica.db, async (snapshots) => {
    await sql`insert into pebble default values`.execute(db)
    await eventually(async () => expect(await countPebbles(replica.db)).toEqual({ isReplica: true, pebbles: 1 }))
    return Promise.all(snapshots.map(countPebbles))
  })
  expect(seen).toEqual([
    { isReplica: true, pebbles: 0 },
    { isReplica: true, pebbles: 0 },
  ])
})
