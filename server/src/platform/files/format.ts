type Format = 'jpeg' | 'png' | 'webp' | 'gif'

const starts = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', at, at + text.length) === text

/**
 * The format of an image by its first bytes. Other formats never reach a decoder, because the decoders of SVG, TIFF and
 * HEIC can do too much to be safe.
 */
export const formatOf = (bytes: Uint8Array): Format | undefined => {
  if (starts(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return 'gif'
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'webp'
  return undefined
}
