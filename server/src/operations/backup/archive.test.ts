import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { byteReader } from '../../platform/kit/byte-reader.ts'
import { readTar, writeTar } from '../../platform/kit/tar.ts'
import { encrypt, openChunks, sealChunks } from '../../platform/secret/encryption.ts'
import { opener, pack } from '../../testing/archives.ts'
import type { Manifest } from './format.ts'
import { verifyArchive } from './read-archive.ts'

const manifest: Manifest = {
  application: 'cohesion',
  format: 1,
  version: '0.1.0',
  postgres: '18.4',
  createdAt: '2026-11-16T02:00:00.000Z',
  serverName: 'Rescue',
  migrations: ['0001_service'],
  tables: [
    { name: 'file', columns: ['id'] },
    { name: 'service', columns: ['id', 'title'] },
  ],
  sequences: [],
  auditMonths: [],
}
const entry = (name: string, text: string) => ({ name, bytes: Buffer.from(text) })
const entries = [
  entry('manifest.json', JSON.stringify(manifest)),
  entry('tables/file/000001.copy', '1\n2\n'),
  entry('tables/service/000001.copy', 'a\tRescue\n'),
  entry('tables/service/000002.copy', 'b\tHarbor\n'),
  entry('files/abcdefghijklmnopqrstuvwx', 'picture'),
  entry('secrets.json', '{}'),
]
const archive = await pack(entries)
const verify = (bytes: Buffer, passphrase?: string) => verifyArchive(opener(bytes), { passphrase })
const damaged = /^The archive is damaged|^The passphrase is wrong, or the archive is damaged/

test('an intact archive lists its contents', async () => {
  const { checksums } = await verify(archive)
  expect(checksums.tables.service).toMatchObject({ rows: 2, bytes: 18 })
  expect(checksums.files).toMatchObject({ count: 1, bytes: 7 })
  expect(await verifyArchive(opener(archive, 1))).toEqual(await verify(archive))
})

test('a truncated archive is refused', async () => {
  for (let length = 0; length < archive.length; length++)
    await expect(verify(archive.subarray(0, length)), `${length} bytes`).rejects.toThrow(damaged)
})

test('an archive with any byte flipped is refused', async () => {
  for (let at = 0; at < archive.length; at++) {
    const flipped = Buffer.from(archive)
    flipped[at] = (flipped[at] ?? 0) ^ 0xff
    await expect(verify(flipped), `byte ${at}`).rejects.toThrow(damaged)
  }
})

test('a flipped byte that decompression accepts is detected by the checksums', async () => {
  const tar = zstdDecompressSync(archive)
  for (const word of ['Rescue\n', 'picture', '0001_service', '000002.copy', '"rows":2']) {
    const flipped = Buffer.from(tar)
    flipped[flipped.indexOf(word)] = (flipped[flipped.indexOf(word)] ?? 0) ^ 1
    await expect(verify(zstdCompressSync(flipped)), word).rejects.toThrow(damaged)
  }
})

test('data after the end is refused', async () => {
  const tar = zstdDecompressSync(archive)
  await expect(verify(zstdCompressSync(Buffer.concat([tar, Buffer.alloc(512)])))).rejects.toThrow(damaged)
})

test.each<[string, typeof entries]>([
  [
    'a name that leads out of its folder',
    [...entries.slice(0, 5), entry('files/../../etc/passwd', 'x'), ...entries.slice(5)],
  ],
  ['a file that is no stored file', [...entries.slice(0, 5), entry('files/short', 'x'), ...entries.slice(5)]],
  [
    'a file in a folder of its own',
    [...entries.slice(0, 5), entry('files/a/abcdefghijklmnopqrstuvwx', 'x'), ...entries.slice(5)],
  ],
  ['an entry of another kind', [...entries.slice(0, 5), entry('programs/start', 'x'), ...entries.slice(5)]],
  [
    'rows of a table that the manifest does not name',
    [...entries.slice(0, 4), entry('tables/member/000001.copy', 'x\n'), ...entries.slice(4)],
  ],
  ['rows after files', [...entries.slice(0, 5), entry('tables/service/000003.copy', 'x\ty\n'), ...entries.slice(5)]],
  [
    'parts in another order',
    [...entries.slice(0, 2), entries[3] ?? entry('', ''), entries[2] ?? entry('', ''), ...entries.slice(4)],
  ],
  ['a row that is cut', [...entries.slice(0, 3), entry('tables/service/000002.copy', 'b\tHar'), ...entries.slice(4)]],
  ['no secrets', entries.slice(0, 5)],
  ['secrets twice', [...entries, entry('secrets.json', '{}')]],
  [
    'a table named twice',
    [
      entry('manifest.json', JSON.stringify({ ...manifest, tables: [...manifest.tables, ...manifest.tables] })),
      ...entries.slice(1),
    ],
  ],
  [
    'a table whose name is SQL',
    [
      entry(
        'manifest.json',
        JSON.stringify({
          ...manifest,
          tables: [...manifest.tables, { name: 'a"; drop table member; --', columns: ['id'] }],
        }),
      ),
      ...entries.slice(1),
    ],
  ],
  [
    'a column whose name is SQL',
    [
      entry(
        'manifest.json',
        JSON.stringify({
          ...manifest,
          tables: [manifest.tables[0], { name: 'service', columns: ["id) from program 'id' --"] }],
        }),
      ),
      ...entries.slice(1),
    ],
  ],
  ['a format of the future', [entry('manifest.json', JSON.stringify({ ...manifest, format: 2 })), ...entries.slice(1)]],
])('%s is refused, although all checksums are right', async (_, forged) => {
  const attempt = pack(forged).then((bytes) => verify(bytes))
  await expect(attempt).rejects.toThrow(/^The archive is damaged|^invalid name of an entry/)
})

async function tarHeader({ size = 0, kind = '0', name = 'manifest.json' }) {
  const [header = Buffer.alloc(512)] = await Array.fromAsync(
    writeTar(Readable.from([{ name: 'x', bytes: Buffer.alloc(0) }]), 0),
  )
  header.fill(0, 0, 100).write(name, 0, 'latin1')
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  header.write(kind, 156, 'latin1')
  header.write('        ', 148, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

test('rejects links, folders, long names and paths upwards, and does not read huge entries', async () => {
  for (const header of [
    await tarHeader({ kind: '2' }),
    await tarHeader({ kind: '1' }),
    await tarHeader({ kind: '5' }),
    await tarHeader({ kind: 'x' }),
    await tarHeader({ kind: 'L' }),
    await tarHeader({ name: '../manifest.json' }),
    await tarHeader({ name: '/etc/passwd' }),
  ])
    await expect(verify(zstdCompressSync(Buffer.concat([header, Buffer.alloc(1024)])))).rejects.toThrow(damaged)

  async function* endless() {
    yield await tarHeader({ size: 8_000_000_000 })
    throw new Error('it was read on')
  }
  await expect(Array.fromAsync(readTar(endless(), 1_000))).rejects.toThrow('larger than any entry')
})

test('an archive that unpacks to far more than its size is aborted', async () => {
  const part = Buffer.from('a\tRescue\n'.repeat(200_000))
  async function* bomb() {
    yield entry('manifest.json', JSON.stringify(manifest))
    for (let n = 1; n <= 60; n++) yield { name: `tables/service/${String(n).padStart(6, '0')}.copy`, bytes: part }
  }
  const packed = await buffer(Readable.from(writeTar(bomb(), 0)).pipe(createZstdCompress()))
  expect(packed.length).toBeLessThan(200_000)
  await expect(verify(packed)).rejects.toThrow('it unpacks to far more data than a backup contains')
})

const passphrase = 'correct horse battery'
const seal = async (bytes: Buffer) => Buffer.concat(await Array.fromAsync(encrypt(passphrase)(Readable.from([bytes]))))

test('an encrypted archive opens only with its passphrase', async () => {
  const sealed = await seal(archive)
  expect(sealed.includes(Buffer.from('Rescue'))).toBe(false)
  expect(await verify(sealed, passphrase)).toEqual(await verify(archive))
  await expect(verify(sealed)).rejects.toThrow('The archive is encrypted')
  await expect(verify(sealed, 'another passphrase')).rejects.toThrow('The passphrase is wrong')
})

test('chunks that are changed, reordered, repeated, missing or truncated cannot be decrypted', async () => {
  const plain = Buffer.concat([1, 2, 3, 4].map((n) => Buffer.alloc(65_536, n)))
  const key = randomBytes(32)
  const header = randomBytes(24)
  const sealed = Buffer.concat(await Array.fromAsync(sealChunks(key, header, Readable.from([plain]))))
  const open = async (bytes: Buffer) =>
    Buffer.concat(await Array.fromAsync(openChunks(key, header, byteReader(Readable.from([bytes])).read)))
  expect((await open(sealed)).equals(plain)).toBe(true)
  const size = 65_552
  const chunk = (n: number) => sealed.subarray(n * size, (n + 1) * size)
  const joined = (...chunks: Buffer[]) => Buffer.concat(chunks)
  expect(joined(chunk(0), chunk(1), chunk(2), chunk(3)).equals(sealed)).toBe(true)
  const flipped = Buffer.from(sealed)
  flipped[5] = (flipped[5] ?? 0) ^ 1
  for (const bad of [
    joined(chunk(1), chunk(0), chunk(2), chunk(3)),
    joined(chunk(0), chunk(0), chunk(1), chunk(2), chunk(3)),
    joined(chunk(0), chunk(2), chunk(3)),
    joined(chunk(0), chunk(1), chunk(2)),
    joined(),
    sealed.subarray(0, sealed.length - 1),
    Buffer.concat([sealed, Buffer.alloc(1)]),
    flipped,
  ])
    await expect(open(bad)).rejects.toThrow(/cannot be decrypted|ends too early/)
})
