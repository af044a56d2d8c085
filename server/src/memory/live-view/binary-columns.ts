import { type RawBuilder, sql } from 'kysely'

/**
 * Columns as PostgreSQL sends them, the most significant byte first, as arrays of numbers. The bytes are turned round in place: each
 * column is read once.
 */

/** Bytes as text, for their way through the driver: shorter than its hexadecimal digits, and read in a fraction of the time. */
export const inBase64 = (bytes: RawBuilder<unknown>) => sql<string>`encode(${bytes}, 'base64')`

export const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64')

/** At an address that arrays of long numbers may begin at. */
const aligned = (bytes: Buffer): Buffer => {
  if (bytes.byteOffset % Float64Array.BYTES_PER_ELEMENT === 0) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Of `int4send`. */
export const int32sIn = (bytes: Buffer): Int32Array => {
  const { buffer, byteOffset, length } = aligned(bytes).swap32()
  return new Int32Array(buffer, byteOffset, length / 4)
}

export const uint32sIn = (bytes: Buffer): Uint32Array => {
  const { buffer, byteOffset, length } = aligned(bytes).swap32()
  return new Uint32Array(buffer, byteOffset, length / 4)
}

/** Of `int2send`, of numbers below 256. */
export const bytesIn = (bytes: Buffer): Uint8Array => {
  const values = new Uint8Array(bytes.length / 2)
  for (let index = 0; index < values.length; index++) values[index] = bytes[index * 2 + 1] as number
  return values
}

/** Of `float8send`. */
export const floatsIn = (bytes: Buffer): Float64Array => {
  const { buffer, byteOffset, length } = aligned(bytes).swap64()
  return new Float64Array(buffer, byteOffset, length / 8)
}

/** Of `timestamptz_send`: microseconds since 2000. */
export const timesIn = (bytes: Buffer): Float64Array => {
  const high = int32sIn(bytes)
  const low = new Uint32Array(high.buffer, high.byteOffset, high.length)
  const times = new Float64Array(high.length / 2)
  for (let index = 0; index < times.length; index++)
    times[index] = (high[index * 2] as number) * 2 ** 32 + (low[index * 2 + 1] as number)
  return times
}
