import { inflateRawSync } from 'node:zlib'
import { archiveOfFiles } from '../../server/src/testing/archive.ts'
import { goodFiles } from '../../server/src/testing/import-files.ts'
import type { Random } from './random.ts'

const cut = (random: Random, bytes: Buffer) => bytes.subarray(0, random.below(bytes.length))
const without = (random: Random, bytes: Buffer) => {
  const at = random.below(bytes.length)
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(50))])
}
const repeated = (random: Random, bytes: Buffer) => {
  const at = random.below(bytes.length)
  const part = bytes.subarray(at, at + 1 + random.below(200))
  return Buffer.concat([bytes.subarray(0, at), ...Array(1 + random.below(50)).fill(part), bytes.subarray(at)])
}
const changed = (random: Random, bytes: Buffer) => {
  const copy = Buffer.from(bytes)
  for (let count = 1 + random.below(8); count > 0; count--) copy[random.below(copy.length)] = random.below(256)
  return copy
}
const evil = [
  '\0',
  '"',
  '<',
  '>',
  '&',
  ']]>',
  '{',
  '[',
  ',',
  '\n',
  '\r',
  '\u2028',
  '😀',
  'é',
  'א',
  '-',
  '1e999',
  '\ufeff',
  '=1',
]
const inserted = (random: Random, bytes: Buffer) => {
  const at = random.below(bytes.length)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(evil)), bytes.subarray(at)])
}
const ways = [cut, without, repeated, changed, changed, inserted, inserted]

/** Unpacks an archive of `archiveOfFiles`. */
const filesOf = (archive: Buffer): Record<string, Buffer> => {
  const files: Record<string, Buffer> = {}
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50; ) {
    const size = archive.readUInt32LE(at + 18)
    const name = archive.readUInt16LE(at + 26)
    const start = at + 30 + name
    files[archive.toString('utf8', at + 30, start)] = inflateRawSync(archive.subarray(start, start + size))
    at = start + size
  }
  return files
}

/** Randomly changed copies of good files. In half of the archives, the change is in a file inside the archive. */
export const importMutants = function* (random: Random, count: number): Generator<{ name: string; bytes: Buffer }> {
  const good = Object.entries(goodFiles())
  for (let index = 0; index < count; index++) {
    const [name, bytes] = good[index % good.length] as [string, Buffer]
    const change = random.pick(ways)
    const isArchive = bytes.readUInt32LE(0) === 0x04034b50
    if (!isArchive || random.chance(0.5)) yield { name, bytes: change(random, bytes) }
    else {
      const files = filesOf(bytes)
      const inner = random.pick(Object.keys(files))
      yield { name, bytes: archiveOfFiles({ ...files, [inner]: change(random, files[inner] as Buffer) }) }
    }
  }
}
