import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { type ByteReader, byteReader } from '../kit/byte-reader.ts'

/**
 * A stream encrypted with a passphrase: a header (mark, salt), then chunks of 64 KiB, each sealed with AES-256-GCM under
 * a key from scrypt. The nonce counts the chunks and marks the last one (the STREAM construction), so that decryption
 * detects chunks that were changed, reordered, repeated, left out or cut off. The salt is fresh, so no key is used twice.
 */
const MARK = Buffer.from('COHENC1\n', 'latin1')
const SALT_BYTES = 16
const CHUNK_BYTES = 65_536
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
/** OWASP's choice for scrypt: 128 MB and about half a second. Not stored in the file, so no file can demand more. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

export const ENCRYPTION_MARK_BYTES = MARK.length

export const isEncrypted = (head: Uint8Array): boolean => MARK.equals(head.subarray(0, MARK.length))

/** The passphrase is wrong or the data is damaged; the cipher cannot distinguish them. */
export class DecryptionError extends Error {
  override name = 'DecryptionError'
}

const deriveKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)(passphrase.normalize('NFKC'), salt, 32, cost)

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = Number(isLast)
  return nonce
}

export const encrypt = (passphrase: string) =>
  async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    const header = Buffer.concat([MARK, randomBytes(SALT_BYTES)])
    const key = await deriveKey(passphrase, header.subarray(MARK.length))
    yield header
    yield* sealChunks(key, header, source)
  }

export async function* sealChunks(
  key: Buffer,
  header: Buffer,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const { read } = byteReader(source)
  let chunk = await read(CHUNK_BYTES)
  for (let index = 0; ; index++) {
    const next = chunk.length < CHUNK_BYTES ? Buffer.alloc(0) : await read(CHUNK_BYTES)
    const isLast = next.length === 0
    const cipher = createCipheriv(CIPHER, key, nonceOf(index, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    if (isLast) return
    chunk = next
  }
}

export const decrypt = (passphrase: string) =>
  async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    const { read } = byteReader(source)
    const header = await read(MARK.length + SALT_BYTES)
    if (header.length < MARK.length + SALT_BYTES || !isEncrypted(header)) throw new DecryptionError('not encrypted')
    const key = await deriveKey(passphrase, header.subarray(MARK.length))
    yield* openChunks(key, header, read)
  }

export async function* openChunks(key: Buffer, header: Buffer, read: ByteReader['read']): AsyncGenerator<Buffer> {
  let chunk = await read(CHUNK_BYTES + TAG_BYTES)
  for (let index = 0; ; index++) {
    const next = await read(CHUNK_BYTES + TAG_BYTES)
    const isLast = next.length === 0
    yield open(key, header, chunk, nonceOf(index, isLast))
    if (isLast) return
    chunk = next
  }
}

function open(key: Buffer, header: Buffer, chunk: Buffer, nonce: Buffer): Buffer {
  if (chunk.length < TAG_BYTES) throw new DecryptionError('it ends too early')
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(header)
    decipher.setAuthTag(chunk.subarray(chunk.length - TAG_BYTES))
    return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new DecryptionError('a chunk cannot be decrypted', { cause })
  }
}
