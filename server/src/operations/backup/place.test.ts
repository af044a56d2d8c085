import { once } from 'node:events'
import { stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/id.ts'
import { collectFiles } from '../../platform/files/files.ts'
import { openStore } from '../../platform/files/local.ts'
import { entriesOf } from '../../testing/archives.ts'
import { testDatabase } from '../../testing/database.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { addService } from '../../testing/people.ts'
import { startS3 } from '../../testing/s3-bucket.ts'
import { makeBackup } from './make.ts'
import { openBackup, openPlace } from './place.ts'
import { verifyArchive } from './read-archive.ts'

const folder = await temporaryFolder()

const { credentials } = await startS3()

describe.each([
  ['a folder', join(folder, 'new', 'backups')],
  ['an S3 bucket', 's3://bucket/town'],
])('%s', (_, address) => {
  test('lists complete files, returns them, and removes them', async () => {
    const place = await openPlace(address, credentials)
    expect(await place.list()).toEqual([])
    const name = 'cohesion-manual-20261116-020000-abcd.tar.zst'
    // Larger than one part of an S3 upload.
    const content = Buffer.alloc(20_000_000, 'backup')
    await place.write(name, async (sink) => {
      sink.end(content)
      await once(sink, 'finish')
    })
    expect(await place.list()).toMatchObject([{ name, bytes: content.length, modifiedAt: expect.any(Date) }])
    const openOne = await openBackup(`${address}/${name}`, credentials)
    expect((await buffer(await openOne())).equals(content)).toBe(true)
    await place.remove(name)
    expect(await place.list()).toEqual([])
    await expect(openOne()).rejects.toThrow('does not exist')
  })

  test('does not list a failed backup', async () => {
    const place = await openPlace(address, credentials)
    const failing = place.write('cohesion-manual-20261116-020001-abcd.tar.zst', async (sink) => {
      sink.write('half of it')
      throw new Error('the disk is full')
    })
    await expect(failing).rejects.toThrow('the disk is full')
    expect(await place.list()).toEqual([])
  })
})

test('only its owner can read a backup, and drafts of killed backups are removed after a day', async () => {
  const address = join(folder, 'private')
  const place = await openPlace(address, undefined)
  const write = (name: string) =>
    place.write(name, async (sink) => {
      sink.end('x')
      await once(sink, 'finish')
    })
  await write('cohesion-manual-1.tar.zst')
  expect((await stat(address)).mode & 0o777).toBe(0o700)
  expect((await stat(join(address, 'cohesion-manual-1.tar.zst'))).mode & 0o777).toBe(0o600)

  const [old, recent] = [1, 2].map((n) => join(address, `.cohesion-manual-${n}.tar.zst.unfinished`)) as [string, string]
  for (const draft of [old, recent]) await writeFile(draft, 'half')
  await utimes(old, new Date(), new Date(Date.now() - 90_000_000))
  await write('cohesion-manual-3.tar.zst')
  await expect(stat(old)).rejects.toThrow('ENOENT')
  expect((await stat(recent)).size).toBe(4)
})

test('a file that loses its owner during a backup is included, and removed afterwards', async () => {
  const { db, pool, connection, close } = await testDatabase()
  const store = await openStore({ dataFolder: folder })
  const service = await addService(db, 'Rescue')
  const token = 'abcdefghijklmnopqrstuvwxyz012345'
  await db
    .insertInto('file')
    .values({ id: newId(), token, serviceId: service.id, kind: 'image', mime: 'image/webp', bytes: 5 })
    .execute()
  await pool.query('update service set logo_file_id = (select id from file)')
  await store.put(token, Buffer.from('bytes'), 'image/webp')

  const place = await openPlace(join(folder, 'held'), undefined)
  const loseOwner = async () => {
    await pool.query('update service set logo_file_id = null')
    await pool.query(`update file set detached_at = created_at + interval '1 second'`)
    expect(await collectFiles(db, store)).toBe(0)
  }
  const source = { connection, store, secrets: {}, onSnapshot: loseOwner }
  const { name, checksums } = await makeBackup(source, place, { kind: 'manual' })
  expect(checksums.files).toMatchObject({ count: 1, missing: 0 })
  const stored = await place.open(name)
  expect((await entriesOf(await buffer(stored?.stream ?? Readable.from([])))).map((entry) => entry.name)).toContain(
    `files/${token}`,
  )
  expect(await collectFiles(db, store)).toBe(1)
  await close()
})

test('databases without Cohesion and unfinished files are not backups', async () => {
  const { connection, close } = await testDatabase()
  const place = await openPlace(join(folder, 'bad'), undefined)
  const store = await openStore({ dataFolder: folder })
  const admin = new pg.Client(connection)
  await admin.connect()
  await admin.query('alter table kysely_migration rename to something_else')
  await expect(makeBackup({ connection, store, secrets: {} }, place, { kind: 'manual' })).rejects.toThrow(
    'There is nothing to back up',
  )
  await admin.query('alter table something_else rename to kysely_migration')
  await admin.end()
  const forgetful = { ...place, open: async () => ({ stream: (await (await openStub())()) as never, bytes: 1 }) }
  const openStub = () => openBackup(join(folder, 'stub'), undefined)
  await writeFile(join(folder, 'stub'), 'not a backup')
  await expect(makeBackup({ connection, store, secrets: {} }, forgetful, { kind: 'manual' })).rejects.toThrow('damaged')
  expect(await place.list()).toEqual([])
  await expect(verifyArchive(await openStub())).rejects.toThrow('not a Cohesion backup')
  await close()
})
