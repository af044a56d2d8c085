import { once } from 'node:events'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/folder.ts'
import { startS3 } from '../../testing/s3-bucket.ts'
import { localStore, openStore } from './local.ts'

const folder = await temporaryFolder()

const s3 = await startS3()
const s3Options = { ...s3.credentials, bucket: 'cohesion' }

describe.each([
  ['a folder', () => openStore({ dataFolder: folder })],
  ['an S3 bucket', () => openStore({ dataFolder: folder, s3: s3Options })],
])('%s', (_, open) => {
  const read = async (name: string) => {
    const stored = await (await open()).open(name)
    return stored && { bytes: stored.bytes, content: await buffer(stored.stream) }
  }

  test('returns a stored file until it is removed', async () => {
    const store = await open()
    const content = Buffer.from([0, 1, 2, 250, 255])
    await store.put('abcdef-1', content, 'image/webp')
    await store.put('abcdef-1.thumb', Buffer.from('small'), 'image/webp')
    expect(await read('abcdef-1')).toEqual({ bytes: 5, content })
    await store.remove('abcdef-1')
    await store.remove('abcdef-1')
    expect(await read('abcdef-1')).toBeUndefined()
    expect((await read('abcdef-1.thumb'))?.content.toString()).toBe('small')
  })
})

test('an S3 object lies under the name alone, has its type, and its request is signed', async () => {
  const store = await openStore({ dataFolder: folder, s3: s3Options })
  await store.put('signed', Buffer.from('x'), 'image/webp')
  expect(s3.objects.get('cohesion/signed')).toMatchObject({
    mime: 'image/webp',
    authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=id\//),
  })
})

test('a failing store is not mistaken for a missing file', async () => {
  const broken = createServer((_, response) => response.writeHead(403).end())
  broken.listen(0, '127.0.0.1')
  await once(broken, 'listening')
  const endpoint = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`
  const store = await openStore({ dataFolder: folder, s3: { ...s3Options, endpoint } })
  await expect(store.open('abcdef')).rejects.toThrow()
  broken.closeAllConnections()
  broken.close()
})

test('files in a folder are spread by name, and no name leaves it', async () => {
  const store = await openStore({ dataFolder: folder })
  await store.put('spread', Buffer.from('x'), 'image/webp')
  expect(await readdir(join(folder, 'files', 'sp'))).toEqual(['read'])
  for (const name of ['../../etc/passwd', 'ab/../../x', '..', 'abc', 'abcd\0']) {
    await expect(store.open(name)).rejects.toThrow('not a name')
  }
})

test('a start removes files that a killed server left unfinished and keeps files being written', async () => {
  const place = join(folder, 'killed')
  await mkdir(join(place, 'unfinished'), { recursive: true })
  const [old, young] = ['old', 'young'].map((name) => join(place, 'unfinished', name))
  await Promise.all([writeFile(`${old}`, 'x'), writeFile(`${young}`, 'x')])
  await utimes(`${old}`, 0, 0)
  await localStore(place)
  expect(await readdir(join(place, 'unfinished'))).toEqual(['young'])
})
