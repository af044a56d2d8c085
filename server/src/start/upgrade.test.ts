import { randomBytes } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openPlace } from '../operations/backup/place.ts'
import { verifyArchive } from '../operations/backup/read-archive.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrateToLatest } from '../platform/db/migrate.ts'
import { migrations } from '../platform/db/migrations/list.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { addService } from '../testing/people.ts'
import { readConfig } from './config.ts'
import { backUpBeforeUpgrade } from './upgrade.ts'
import { planUpgrade } from './upgrade-plan.ts'

async function earlierDatabase() {
  const connection = { ...inject('postgres'), database: `test_${randomBytes(8).toString('hex')}` }
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${connection.database}`)
  await admin.end()
  const names = Object.keys(migrations).filter((name) => name < '0150')
  const database = openDatabase(connection)
  await migrateToLatest(database.db, Object.fromEntries(names.map((name) => [name, migrations[name] as never])))
  return { ...database, connection, names }
}

test('data of an earlier version is backed up once, unchanged, before the upgrade', async () => {
  const folder = await temporaryFolder()
  const { db, connection, names, close } = await earlierDatabase()
  const config = readConfig({ COHESION_DATA: folder })
  expect(await backUpBeforeUpgrade(config, connection)).toBeUndefined()
  await addService(db, 'Rescue')
  const off = readConfig({ COHESION_DATA: folder, COHESION_BACKUP_BEFORE_UPGRADE: 'off' })
  expect(await backUpBeforeUpgrade(off, connection)).toBeUndefined()

  const place = await openPlace(join(folder, 'backups'), undefined)
  for (let n = 0; n < 5; n++) expect(await backUpBeforeUpgrade(config, connection)).toMatch(/cohesion-upgrade-/)
  const backups = await place.list()
  // The last three backups and the noted one, which may be one of the three: backups of one second have no order.
  expect([3, 4]).toContain(backups.length)
  const { manifest, checksums } = await verifyArchive(async () => {
    const stored = await place.open(backups[0]?.name ?? '')
    if (!stored) throw new Error('there is no backup')
    return stored.stream
  })
  expect(manifest.migrations).toEqual(names)
  expect(checksums.tables.service?.rows).toBe(1)

  await migrateToLatest(db)
  expect(await backUpBeforeUpgrade(config, connection)).toBeUndefined()
  await close()
})

test('a check describes an upgrade and changes nothing', async () => {
  const { db, connection, names, close } = await earlierDatabase()
  const { host, user, database } = connection
  const config = readConfig({
    COHESION_DATA: await temporaryFolder(),
    DATABASE_URL: `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`,
  })
  expect((await planUpgrade(config)).lines.at(-1)).toMatch(/^No backup is made before: nobody/)
  await addService(db, 'Rescue')
  const { isBlocked, lines } = await planUpgrade(config)
  expect([isBlocked, lines.at(-1)]).toEqual([false, `A backup is made before, in ${config.backup.to}.`])
  expect(lines[1]).toContain('0150_refusals')
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(names)
  await migrateToLatest(db)
  expect((await planUpgrade(config)).lines.at(-1)).toBe('The data is of this version: nothing would be changed.')
  await sql`insert into kysely_migration (name, "timestamp") values ('9999_later', '')`.execute(db)
  expect(await planUpgrade(config)).toMatchObject({
    isBlocked: true,
    lines: [expect.any(String), expect.stringContaining('belongs to a newer version of Cohesion')],
  })
  await close()
})

test('a folder of another PostgreSQL is refused in one sentence that names the command', async () => {
  const folder = await temporaryFolder()
  // The database's user must be able to pass through the folder.
  await chmod(folder, 0o711)
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres/PG_VERSION'), '16\n')
  const { isBlocked, lines } = await planUpgrade(readConfig({ COHESION_DATA: folder }))
  expect(isBlocked).toBe(true)
  expect(lines[1]).toMatch(
    /was created by PostgreSQL 16, and this is PostgreSQL \d+: run "npm run upgrade -- --postgres"/,
  )
})

test('an upgrade that cannot be backed up changes nothing', async () => {
  const { db, connection, close } = await earlierDatabase()
  await addService(db, 'Rescue')
  const config = readConfig({ COHESION_DATA: await temporaryFolder(), COHESION_BACKUP_TO: '/dev/null/backups' })
  await expect(backUpBeforeUpgrade(config, connection)).rejects.toThrow(
    /^The data could not be backed up before the upgrade, and nothing was changed: .*COHESION_BACKUP_BEFORE_UPGRADE=off\.$/,
  )
  await close()
})
