import { readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { Problem } from '#contract'
import { testDatabase } from '../../testing/database.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { newId } from '../db/id.ts'
import { addressOfFile, collectFiles, saveImage, sendFile } from './files.ts'
import { readImage } from './images.ts'
import { localStore } from './local.ts'

const database = await testDatabase()
const { db } = database
const folder = await temporaryFolder()
const store = await localStore(folder)
const image = await readImage(
  await sharp({ create: { width: 600, height: 300, channels: 3, background: '#4a7' } })
    .jpeg()
    .toBuffer(),
)
let serviceId: string

beforeEach(async () => {
  serviceId = newId()
  await db.insertInto('service').values({ id: serviceId, title: 'Bay' }).execute()
})
afterAll(() => database.close())

const save = async () => {
  const { id, url } = await saveImage(db, store, image, { serviceId })
  return { id, url, token: url.split('/').at(-1) ?? '' }
}
const useAsLogo = (logoFileId: string | null) =>
  db.updateTable('service').set({ logoFileId }).where('id', '=', serviceId).execute()
const send = (token: string, more: { size?: 'thumb'; ifNoneMatch?: string } = {}) =>
  sendFile(db, store, { token, size: 'full', ...more })
const stored = async () => (await readdir(folder, { recursive: true, withFileTypes: true })).filter((f) => f.isFile())
const wait = (minutes: number) =>
  sql`update file set detached_at = detached_at - make_interval(mins => ${minutes}),
    created_at = created_at - make_interval(mins => ${minutes}) where detached_at is not null`.execute(db)

test('an image is served in both sizes, cached forever, and never as a page', async () => {
  const { id, url, token } = await save()
  await useAsLogo(id)
  expect(url).toBe(addressOfFile(token))
  expect(token).toMatch(/^[\w-]{32}$/)

  const full = await send(token)
  expect(full).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/webp',
      'content-length': image.full.bytes.length,
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
  expect(full.stream && (await buffer(full.stream))).toEqual(image.full.bytes)
  const thumb = await send(token, { size: 'thumb' })
  expect(thumb.headers).toMatchObject({ 'content-length': image.thumb.bytes.length })
  expect(thumb.stream && (await buffer(thumb.stream))).toEqual(image.thumb.bytes)
})

test('returns 304 to a browser that has the file', async () => {
  const { id, token } = await save()
  await useAsLogo(id)
  for (const ifNoneMatch of ['"full"', 'W/"full"', '"other", "full"', '*']) {
    const answer = await send(token, { ifNoneMatch })
    expect(answer).toMatchObject({ status: 304, headers: { etag: '"full"' } })
    expect(answer.stream).toBeUndefined()
  }
  const thumb = await send(token, { size: 'thumb', ifNoneMatch: '"full"' })
  expect(thumb.status).toBe(200)
  thumb.stream?.destroy()
})

test('an unknown address, an upload without an owner and a replaced image are not found', async () => {
  const notFound = new Problem('notFound')
  await expect(send('x'.repeat(32))).rejects.toEqual(notFound)
  const { id, token } = await save()
  await expect(send(token)).rejects.toEqual(notFound)
  await useAsLogo(id)
  await useAsLogo((await save()).id)
  await expect(send(token, { ifNoneMatch: '"full"' })).rejects.toEqual(notFound)
})

test('a file without an owner is removed with its row, and an owned one stays', async () => {
  await wait(61)
  await collectFiles(db, store)
  const before = await stored()
  const logo = await save()
  const replaced = await save()
  await useAsLogo(replaced.id)
  await useAsLogo(logo.id)
  expect(await collectFiles(db, store)).toBe(1)
  expect(await stored()).toHaveLength(before.length + 2)
  const answer = await send(logo.token)
  answer.stream?.destroy()

  await db.deleteFrom('service').where('id', '=', serviceId).execute()
  expect(await collectFiles(db, store)).toBe(1)
  expect(await stored()).toHaveLength(before.length)
})

test('an upload of a rolled-back transaction is removed after an hour', async () => {
  await wait(61)
  await collectFiles(db, store)
  const { id } = await save()
  const undone = db.transaction().execute(async (transaction) => {
    await transaction.updateTable('service').set({ logoFileId: id }).where('id', '=', serviceId).execute()
    throw new Error('refused')
  })
  await expect(undone).rejects.toThrow('refused')
  expect(await collectFiles(db, store)).toBe(0)
  await wait(61)
  expect(await collectFiles(db, store)).toBe(1)
})

test('a file cannot be stored inside a transaction, because a rollback would orphan its bytes', async () => {
  const inside = db.transaction().execute((transaction) => saveImage(transaction, store, image, { serviceId }))
  await expect(inside).rejects.toThrow('before the transaction')
})

test('a file that could not be removed is retried', async () => {
  await save()
  await wait(61)
  const broken = { ...store, remove: () => Promise.reject(new Error('the store is away')) }
  await expect(collectFiles(db, broken)).rejects.toThrow('could not be removed')
  expect(await collectFiles(db, store)).toBeGreaterThan(0)
})

test('two servers that collect at once remove each file once', async () => {
  await wait(61)
  await collectFiles(db, store)
  await Promise.all([save(), save(), save()])
  await wait(61)
  const [one, other] = await Promise.all([collectFiles(db, store), collectFiles(db, store)])
  expect(one + other).toBe(3)
})

test('a failed upload leaves a row to be collected', async () => {
  await wait(61)
  await collectFiles(db, store)
  const full = { ...store, put: () => Promise.reject(new Error('no space left')) }
  await expect(saveImage(db, full, image, { serviceId })).rejects.toThrow('no space left')
  await wait(61)
  expect(await collectFiles(db, store)).toBe(1)
})
