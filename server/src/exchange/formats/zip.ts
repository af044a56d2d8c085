import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

type ZippedFile = { name: string; parts: AsyncIterable<string> | Iterable<string> }

const MOST_BYTES = 0xffff_ffff
const VERSION = 20
/** General purpose flags: sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1 January 1980. */
const DATE = 0x21

const header = (signature: number, fields: readonly [bytes: 2 | 4, value: number][]): Buffer => {
  const buffer = Buffer.alloc(4 + fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = buffer.writeUInt32LE(signature)
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

/** Fields that the header of a file and its entry in the directory share. */
const about = (crc: number, packed: number, size: number, name: Buffer): [2 | 4, number][] => [
  [2, VERSION],
  [2, FLAGS],
  [2, DEFLATED],
  [2, 0],
  [2, DATE],
  [4, crc],
  [4, packed],
  [4, size],
  [2, name.length],
  [2, 0],
]

/** A zip archive whose files are written as they are read, one after another. */
export async function* zip(files: AsyncIterable<ZippedFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let written = 0
  for await (const file of files) {
    const name = Buffer.from(file.name)
    const start = written
    let crc = 0
    let size = 0
    let packed = 0
    const head = Buffer.concat([header(0x04034b50, about(0, 0, 0, name)), name])
    yield head
    const counted = async function* () {
      for await (const part of file.parts) {
        const bytes = Buffer.from(part)
        crc = crc32(bytes, crc)
        size += bytes.length
        yield bytes
      }
    }
    // The callback ignores errors, because the loop below throws them.
    const deflated = pipeline(Readable.from(counted()), createDeflateRaw(), () => {})
    for await (const bytes of deflated as AsyncIterable<Buffer>) {
      packed += bytes.length
      yield bytes
    }
    written += head.length + packed
    if (Math.max(size, written) > MOST_BYTES) throw new Error(`${file.name} is too large for a zip archive`)
    const sizes = header(0x08074b50, [
      [4, crc],
      [4, packed],
      [4, size],
    ])
    yield sizes
    written += sizes.length
    const entry = [[2, VERSION], ...about(crc, packed, size, name), [2, 0], [2, 0], [2, 0], [4, 0], [4, start]]
    directory.push(header(0x02014b50, entry as [2 | 4, number][]), name)
  }
  const entries = Buffer.concat(directory)
  yield entries
  yield header(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, directory.length / 2],
    [2, directory.length / 2],
    [4, entries.length],
    [4, written],
    [2, 0],
  ])
}
