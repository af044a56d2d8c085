import { deflateSync, crc32 as zlibCrc32 } from 'node:zlib'

const text = (value: string) => Buffer.from(value, 'latin1')

const u32 = (value: number, order: 'LE' | 'BE' = 'BE') => {
  const bytes = Buffer.alloc(4)
  if (order === 'LE') bytes.writeUInt32LE(value)
  else bytes.writeUInt32BE(value)
  return bytes
}

/** A segment of a JPEG. `marker`: 0xe0 to 0xef for APP0 to APP15, 0xfe for a comment. */
export const jpegSegment = (marker: number, ...parts: (string | Buffer)[]): Buffer => {
  const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? text(part) : part)))
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(bytes.length + 2, 2)
  return Buffer.concat([head, bytes])
}

export const withSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

const pngChunk = (type: string, bytes: Buffer): Buffer => {
  const body = Buffer.concat([text(type), bytes])
  return Buffer.concat([u32(bytes.length), body, u32(zlibCrc32(body))])
}

const PNG_HEADER_END = 33
export const withPngChunk = (png: Buffer, type: string, ...parts: (string | Buffer)[]): Buffer => {
  const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? text(part) : part)))
  return Buffer.concat([png.subarray(0, PNG_HEADER_END), pngChunk(type, bytes), png.subarray(PNG_HEADER_END)])
}

export const deflated = (value: string): Buffer => deflateSync(text(value))

const RIFF_HEADER_END = 12
export const withWebpChunk = (webp: Buffer, type: string, bytes: Buffer): Buffer => {
  const chunk = Buffer.concat([text(type), u32(bytes.length, 'LE'), bytes, Buffer.alloc(bytes.length % 2)])
  const whole = Buffer.concat([webp, chunk])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

export const webpChunks = (webp: Buffer): string[] => {
  const types: string[] = []
  for (let at = RIFF_HEADER_END; at + 8 <= webp.length; ) {
    const length = webp.readUInt32LE(at + 4)
    types.push(webp.toString('latin1', at, at + 4))
    at += 8 + length + (length % 2)
  }
  return types
}

const GIF_HEADER_BYTES = 13
export const withGifExtension = (gif: Buffer, label: number, first: Buffer, content: string): Buffer => {
  const flags = gif[10] ?? 0
  const start = GIF_HEADER_BYTES + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const blocks = (
    text(content)
      .toString('latin1')
      .match(/[\s\S]{1,255}/g) ?? []
  ).map((block) => Buffer.concat([Buffer.from([block.length]), text(block)]))
  const head = first.length > 0 ? Buffer.concat([Buffer.from([first.length]), first]) : Buffer.alloc(0)
  const extension = Buffer.concat([Buffer.from([0x21, label]), head, ...blocks, Buffer.from([0])])
  return Buffer.concat([gif.subarray(0, start), extension, gif.subarray(start)])
}
