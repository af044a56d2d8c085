import { byteReader } from './byte-reader.ts'

/**
 * The simplest subset of tar (POSIX ustar): regular files with names of at most 100 ASCII characters. Any tar program
 * can read these files. The reader accepts only what the writer produces, since archives are hostile input.
 */
export type TarEntry = { name: string; bytes: Buffer }

export class TarError extends Error {
  override name = 'TarError'
}

const BLOCK = 512
const NAME = /^(?!.*\.\.)[\w][\w./-]{0,98}$/

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`

function headerOf(name: string, size: number, mtime: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  const put = (text: string, at: number) => header.write(text, at, 'latin1')
  put(name, 0)
  put(octal(0o600, 7), 100)
  put(octal(0, 7), 108)
  put(octal(0, 7), 116)
  put(octal(size, 11), 124)
  put(octal(mtime, 11), 136)
  put(' '.repeat(8), 148)
  put('0', 156)
  put('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  put(`${octal(sum, 6)} `, 148)
  return header
}

const paddingOf = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK

/** The blocks of a tar file. `mtime` is in seconds since 1970 and the same for all entries. */
export async function* writeTar(entries: AsyncIterable<TarEntry>, mtime: number): AsyncGenerator<Buffer> {
  for await (const { name, bytes } of entries) {
    if (!NAME.test(name)) throw new TarError(`invalid name of an entry: ${name}`)
    yield headerOf(name, bytes.length, mtime)
    yield bytes
    yield Buffer.alloc(paddingOf(bytes.length))
  }
  yield Buffer.alloc(2 * BLOCK)
}

const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0)

export async function* readTar(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<TarEntry> {
  const { read } = byteReader(source)
  while (true) {
    const header = await read(BLOCK)
    if (header.length < BLOCK) throw new TarError('it ends too early')
    if (isZero(header)) break
    const { name, size } = parseHeader(header, maxBytes)
    const bytes = await read(size)
    const padding = await read(paddingOf(size))
    if (bytes.length < size || padding.length < paddingOf(size)) throw new TarError('it ends too early')
    if (!isZero(padding)) throw new TarError(`the padding of ${name} was changed`)
    yield { name, bytes }
  }
  const last = await read(BLOCK)
  if (last.length < BLOCK || !isZero(last)) throw new TarError('it ends too early')
  if ((await read(1)).length > 0) throw new TarError('data follows its end')
}

/** A header is valid if writing its values produces the same bytes. */
function parseHeader(header: Buffer, maxBytes: number): { name: string; size: number } {
  const text = (start: number, end: number) => header.toString('latin1', start, end).split('\0')[0] ?? ''
  const name = text(0, 100)
  const size = Number.parseInt(text(124, 136), 8)
  const mtime = Number.parseInt(text(136, 148), 8)
  if (!NAME.test(name) || !Number.isSafeInteger(size) || !Number.isSafeInteger(mtime))
    throw new TarError('it contains an entry that is not a regular file')
  if (!headerOf(name, size, mtime).equals(header)) throw new TarError(`the header of ${name} was changed`)
  if (size > maxBytes) throw new TarError(`${name} is larger than any entry of a backup`)
  return { name, size }
}
