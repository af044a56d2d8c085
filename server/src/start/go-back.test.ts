import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openPlace } from '../operations/backup/place.ts'
import { migrations } from '../platform/db/migrations/list.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { databaseOfRelease, readFixture, rowsOf } from '../testing/release.ts'
import { readConfig } from './config.ts'
import { startDatabase } from './database.ts'
import { goBack } from './go-back.ts'

/** Data of 1.0, with a table of another program that makes a later migration fail. */
async function unlucky() {
  const fixture = readFixture('1.0.json.gz')
  const { connection, close: leave } = await databaseOfRelease(fixture)
  await leave()
  // Not named like the connections of a server, because a restore refuses while a server is connected.
  const pool = new pg.Pool(connection)
  const close = () => pool.end()
  await pool.query('create table server_hour (mine text); insert into server_hour values (1)')
  const folder = await temporaryFolder()
  const { host, user, database } = connection
  const config = readConfig({
    COHESION_DATA: folder,
    DATABASE_URL: `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`,
  })
  // Presence is not part of a backup.
  const tables = Object.keys(fixture.tables).filter((table) => table !== 'presence')
  const everything = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => [table, (await rowsOf(pool, table)).map((row) => JSON.stringify(row)).sort()]),
      ),
    )
  const applied = async () =>
    (await pool.query('select name from kysely_migration order by name')).rows.map(({ name }) => name)
  const start = async () => {
    const started = await startDatabase(config, {})
    await started.stop()
  }
  const back = (mayReplace = false) => goBack(config, { mayReplace })
  const backups = async () =>
    (await (await openPlace(join(folder, 'backups'), undefined)).list()).map(({ name }) => name).sort()
  return { fixture, pool, close, folder, everything, applied, start, back, backups }
}

test('the printed command undoes a failed upgrade, after any number of starts', async () => {
  const { fixture, pool, close, everything, applied, start, back, backups } = await unlucky()
  const before = await everything()
  const words = /0421_server_hour failed.*"npm run upgrade -- --back" with this version.* is in .*cohesion-upgrade-/
  await expect(start()).rejects.toThrow(words)
  const [good] = await backups()
  for (let again = 0; again < 4; again++) await expect(start()).rejects.toThrow(good)
  expect(await backups()).toEqual([good])

  // The previous version may run after some of the migrations. Data that it writes is backed up beside the good backup.
  for (let again = 0; again < 5; again++) {
    // Makes the statistics current at once.
    await pool.query(`update server_setting set name = 'Changed ${again}'; select pg_stat_force_next_flush()`)
    await expect(start()).rejects.toThrow(good)
  }
  expect(await backups()).toHaveLength(4)
  expect((await backups())[0]).toBe(good)
  await expect(back()).rejects.toThrow(/Everything written since .* would be lost.*--replace/)

  await back(true)
  expect(await applied()).toEqual(fixture.migrations)
  expect(await everything()).toEqual(before)
  expect(await rowsOf(pool, 'server_hour')).toEqual([{ mine: '1' }])

  await pool.query('drop table server_hour')
  await start()
  expect(await applied()).toEqual(Object.keys(migrations).sort())
  await close()
})

test('going back at once loses nothing, and undoing a completed upgrade needs --replace', async () => {
  const { fixture, pool, close, everything, applied, start, back } = await unlucky()
  const before = await everything()
  await expect(back()).rejects.toThrow('No upgrade of this database is recorded')
  await expect(start()).rejects.toThrow('0421_server_hour')
  await back()
  expect(await everything()).toEqual(before)

  await pool.query('drop table server_hour')
  await start()
  await expect(back()).rejects.toThrow('would be lost')
  await back(true)
  expect(await applied()).toEqual(fixture.migrations)
  expect(await everything()).toEqual(before)
  await close()
})

test('another backup in place of the recorded one is refused, and the data stays', async () => {
  const { pool, close, folder, applied, start, back, backups } = await unlucky()
  await expect(start()).rejects.toThrow('0421_server_hour')
  const half = await applied()
  const file = join(folder, 'backups', (await backups())[0] ?? '')
  const whole = await readFile(file)
  await writeFile(file, whole.subarray(0, whole.length / 2))
  await expect(back(true)).rejects.toThrow(/damaged/)
  await writeFile(file, whole)
  await pool.query(`update upgrade_note set sha256 = repeat('0', 64)`)
  await expect(back(true)).rejects.toThrow('not the one that was made before the upgrade')
  expect(await applied()).toEqual(half)
  await close()
})
